import { isJsonObject, type JsonValue } from "@skein/protocol";
import type { PermissionRule } from "@skein/runtime";
import type { SettingsSection } from "@skein/settings";

/**
 * Rules for tools, as config files say under `permissions`: the user's own, and those of a project that is trusted. They
 * add up, and the strictest that covers a call decides.
 */
export function permissionRules(sections: readonly SettingsSection[]): readonly PermissionRule[] {
  return sections
    .filter(({ key }) => key === "permissions")
    .flatMap(({ value }) =>
      Object.entries(value as Readonly<Record<string, JsonValue>>).map(
        ([tool, said]) => ({ tool, ...(isJsonObject(said) ? said : { verdict: said }) }) as PermissionRule,
      ),
    );
}
