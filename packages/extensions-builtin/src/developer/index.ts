export { ignoredBy, obeyIgnoreFile } from "./ignore-files/ignored-by.ts";
export { developer, type DeveloperSettings } from "./developer.ts";
export { type OpenFiles } from "./open-files.ts";
export { removeRecoveryFiles } from "./recovery-files.ts";
export { commandEnvironment, type EnvironmentSettings } from "./shell/environment.ts";
export { loginPath } from "./shell/login-path.ts";
export { outputStream, type OutputStream } from "./shell/output-stream.ts";
export { outputText, type OutputText } from "./shell/output-text.ts";
export { findShell } from "./shell/find-shell.ts";
