export { collectSecrets, type SecretSources } from "./collect-secrets.ts";
export { hideJson, revealJson, type JsonOptions } from "./hide-json.ts";
export type { KnownSecret } from "./known-secrets.ts";
export { redactFile } from "./redact-file.ts";
export { redactionKey } from "./redaction-key.ts";
export { createRedactor, type GrowingRedactor, type RedactorOptions } from "./redactor.ts";
