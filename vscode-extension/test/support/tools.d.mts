export const toolsFolder: string;
export const codeServerFolder: string;
export const nodeForCodeServer: string;
export const wheelhouse: string;
export const uvFolder: string;
export function findChromium(): string | undefined;
