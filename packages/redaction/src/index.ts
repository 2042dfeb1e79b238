export { collectSecrets, type SecretSources } from "./collect-secrets.ts";
export { credentialFilesOf, isCredentialFile } from "./credential-files.ts";
export { redactJson, restoreJson, type JsonOptions } from "./redact-json.ts";
export type { KnownSecret } from "./known-secrets.ts";
export { holdsPlaceholder, secretName } from "./placeholder.ts";
export { redactFile } from "./redact-file.ts";
export { redactionKey } from "./redaction-key.ts";
export { secretsIn, type ValueSource } from "./secrets-in.ts";
export { createRedactor, type GrowingRedactor, type RedactorOptions } from "./redactor.ts";
