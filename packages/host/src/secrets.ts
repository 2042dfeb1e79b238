export { describeKey, findKey, type FoundKey } from "./secrets/find-key.ts";
export { keptSecrets } from "./secrets/kept-secrets.ts";
export {
  keptKeys,
  machineRedactor,
  outputRedaction,
  type OutputRedaction,
  type RedactorSources,
} from "./secrets/machine-redactor.ts";
export { namingRedactor, type NamingRedactor } from "./secrets/naming-redactor.ts";
export { usedSecrets, type UsedSecrets } from "./secrets/used-secrets.ts";
export { scrubTargets } from "./secrets/scrub-targets.ts";
export { logInToExtension } from "./logins/log-in.ts";
export {
  listProviderLogins,
  logInToProvider,
  logOutOfProvider,
  type ProviderLoginSources,
} from "./logins/log-in-to-provider.ts";
export { type LoginTarget, type ProviderLogin } from "./logins/provider-logins.ts";
