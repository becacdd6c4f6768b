// What VS Code loads to run the benchmarks of this folder in its extension host.
export { run } from "../unit/index";
