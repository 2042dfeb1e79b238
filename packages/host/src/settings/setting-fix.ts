import { settingFields, type SettingName } from "@skein/settings";

/** How to write the value of a setting; `undefined` when it can be used as it is. */
export function settingFix(name: SettingName, raw: string): string | undefined {
  const parsed = settingFields[name].parse(raw);
  return "fix" in parsed ? parsed.fix : undefined;
}
