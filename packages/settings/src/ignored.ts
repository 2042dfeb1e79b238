import { describeOrigin, type SettingOrigin } from "./origin.ts";
import { shownValue } from "./shown-value.ts";

/** Reports a setting of a project that only the user's own sources set. */
export function userOnly(key: string, origin: SettingOrigin): string {
  return `${describeOrigin(origin)}: ${key} is ignored: no project can set it. Move it to your own config.yaml.`;
}

/** Reports a setting of an untrusted folder. @param change - the values, where the one in force is stricter. */
export function untrusted(
  key: string,
  origin: SettingOrigin,
  change?: { readonly value: unknown; readonly current: unknown },
): string {
  const reason = change
    ? `${shownValue(change.value)} is not stricter than ${shownValue(change.current)}, and the folder is not trusted`
    : "the folder is not trusted";
  return `${describeOrigin(origin)}: ${key} is ignored: ${reason}. Trust the folder after reading it, or set ${key} in your own config.yaml.`;
}
