export const toolsFolder: string;
export const codeServerFolder: string;
export const nodeForCodeServer: string;
export function findChromium(): string | undefined;
