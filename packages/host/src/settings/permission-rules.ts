import { isJsonObject, type JsonValue, type Verdict } from "@skein/protocol";
import type { PermissionRule } from "@skein/permissions";
import { describeOrigin, type SettingsSection } from "@skein/settings";

/** A rule of a config file, and where in its section it stands. */
export interface WrittenRule {
  readonly rule: PermissionRule;
  readonly section: SettingsSection;
  readonly path: readonly (string | number)[];
}

/**
 * Permission rules, as config files say under `permissions`: the user's own, and those of a project that is trusted. They
 * add up, and the strictest that covers a call decides.
 */
export function permissionRules(sections: readonly SettingsSection[]): readonly PermissionRule[] {
  return writtenRules(sections).map(({ rule, section, path }) => {
    const { origin, placeOf } = section;
    return { ...rule, source: describeOrigin({ ...origin, ...placeOf?.(path) }) };
  });
}

/** Rules stand in lists under `allow`, `ask` and `deny`, or each by its text with a verdict. */
export function writtenRules(sections: readonly SettingsSection[]): readonly WrittenRule[] {
  return sections
    .filter(({ key, value }) => key === "permissions" && isJsonObject(value))
    .flatMap((section) =>
      Object.entries(section.value as Readonly<Record<string, JsonValue>>).flatMap(([name, said]) =>
        Array.isArray(said)
          ? said.flatMap((one: JsonValue, index) => ({
              rule: listedRule(name as Verdict, one),
              section,
              path: [name, index],
            }))
          : [{ rule: namedRule(name, said), section, path: [name] }],
      ),
    );
}

function listedRule(verdict: Verdict, said: JsonValue): PermissionRule {
  const { rule, reason } = isJsonObject(said) ? said : { rule: said };
  const tool = typeof rule === "string" ? rule : "";
  return { tool, verdict, ...(typeof reason === "string" ? { reason } : {}) };
}

function namedRule(tool: string, said: JsonValue): PermissionRule {
  return { tool, ...(isJsonObject(said) ? said : { verdict: said }) } as PermissionRule;
}
