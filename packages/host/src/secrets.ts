export { describeKey, findKey, type FoundKey } from "./secrets/find-key.ts";
export { keptSecrets } from "./secrets/kept-secrets.ts";
export { usedSecrets, type UsedSecrets } from "./secrets/used-secrets.ts";
