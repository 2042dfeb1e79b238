// What this package loads when it is first needed.

export const loadClaude = () => import("./programs/claude.ts");
export const loadCodex = () => import("./programs/codex.ts");
export const loadGemini = () => import("./programs/gemini.ts");
export const loadGoose = () => import("./programs/goose.ts");
export const loadOpencode = () => import("./programs/opencode.ts");
export const loadPi = () => import("./programs/pi.ts");
export const loadSqlite = () => import("node:sqlite");
export const loadToml = () => import("smol-toml");
