/** The frame of the context page: style, and a script that puts in what it is sent. */

/**
 * The page. It loads nothing, and runs its own script alone.
 *
 * @param nonce a fresh random value.
 * @param cspSource what the editor calls the origin of its own style.
 */
export function contextPage(nonce: string, cspSource: string): string {
  const policy = `default-src 'none'; style-src ${cspSource} 'nonce-${nonce}'; script-src 'nonce-${nonce}';`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Completion Context</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main id="content"></main>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>`;
}

const STYLE = `
body { color: var(--vscode-foreground); font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); padding: 0 12px 12px; }
header { position: sticky; top: 0; background: var(--vscode-editor-background); padding: 8px 0 6px; border-bottom: 1px solid var(--vscode-widget-border, transparent); }
h1 { font-size: 1.1em; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1em; font-weight: normal; margin: 14px 0 2px; overflow-wrap: anywhere; }
p { margin: 2px 0; }
.facts, .scores, .rank { color: var(--vscode-descriptionForeground); }
.note { color: var(--vscode-editorWarning-foreground, var(--vscode-foreground)); }
.empty { margin-top: 16px; color: var(--vscode-descriptionForeground); }
.symbol { color: var(--vscode-symbolIcon-functionForeground, var(--vscode-foreground)); margin-left: 6px; }
.routes { margin-right: 10px; }
button.link { background: none; border: 0; color: var(--vscode-textLink-foreground); cursor: pointer; font: inherit; padding: 0; text-align: start; }
button.link:hover { text-decoration: underline; }
button.link:focus-visible, pre:focus-visible { outline: 1px solid var(--vscode-focusBorder); }
pre { background: var(--vscode-textCodeBlock-background); margin: 4px 0 0; overflow-x: auto; padding: 6px 8px; }
code { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); tab-size: 4; white-space: pre; }
`;

const SCRIPT = `
const api = acquireVsCodeApi();
const content = document.getElementById("content");
window.addEventListener("message", ({ data }) => {
  const scrolled = window.scrollY;
  content.innerHTML = data.body;
  window.scrollTo(0, scrolled);
});
content.addEventListener("click", ({ target }) => {
  const button = target.closest("button.link");
  if (button) {
    api.postMessage({ kind: button.dataset.kind, index: Number(button.dataset.index) });
  }
});
api.postMessage({ kind: "ready" });
`;
