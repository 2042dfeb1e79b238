// What this package loads when it is first needed.

export const loadChildProcess = () => import("node:child_process");
export const loadCodeAnalysis = () => import("./code-analysis/index.ts");
export const loadDiff = () => import("diff");
export const loadLanguageServerProtocol = () => import("vscode-languageserver-protocol/node");
export const loadMdream = () => import("mdream");
export const loadNet = () => import("node:net");
export const loadRipgrepPath = () => import("@vscode/ripgrep");
export const loadTerminalKeys = () => import("./developer/jobs/terminal-keys.ts");
export const loadTerminalScreen = () => import("./developer/jobs/terminal-screen.ts");
export const loadTreeSitter = () => import("web-tree-sitter");
export const loadVm = () => import("node:vm");
export const loadXterm = () => import("@xterm/headless");
