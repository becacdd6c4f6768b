import { resolve } from "node:path";

/** Folder of the extension. Tests run from their bundles, in a folder below it. */
export const EXTENSION = process.env.COTEXT_TEST_EXTENSION ?? resolve(process.cwd());

export const REPOSITORY = resolve(EXTENSION, "..");

/** A Python that has the server's package, where a test is not about how the extension makes itself one. */
export const PYTHON = process.env.COTEXT_TEST_PYTHON ?? resolve(REPOSITORY, ".venv", "bin", "python");

/** Workspaces to copy; a test does not open these themselves. */
export const WORKSPACES = resolve(REPOSITORY, "fixtures", "workspaces");

/** What the tests leave behind for a person to look at. */
export const OUTPUT = resolve(EXTENSION, "dist", "test-output");
