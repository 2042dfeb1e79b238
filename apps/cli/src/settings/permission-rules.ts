import { ConfigError, isJsonObject, type JsonValue, type Verdict } from "@skein/protocol";
import type { PermissionRule } from "@skein/runtime";
import { describeOrigin, nearestWord, type ResolvedSettings } from "@skein/settings";
import { permissionsKey } from "./user-entries.ts";

const verdicts: readonly Verdict[] = ["allow", "ask", "deny"];

const example = `Write it like this; a name is a tool's, an extension's, or "*":
${permissionsKey}:
  shell: ask
  write: { verdict: deny, reason: Nothing is written here }`;

/**
 * Rules for tools, as config files say under `permissions`: the user's own, and those of a project that is trusted. They
 * add up, and the strictest that covers a call decides.
 *
 * Throws `ConfigError` with the place of what cannot be used: a broken policy is not an empty one.
 */
export function permissionRules(others: ResolvedSettings["others"]): readonly PermissionRule[] {
  return others
    .filter(({ key, value }) => key === permissionsKey && value !== null)
    .flatMap(({ key, value, origin }) => {
      const fault = (what: string, hint = example) =>
        new ConfigError("usage", `${describeOrigin(origin)}: ${what}.`, { hint });
      if (!isJsonObject(value)) throw fault(`${key} must be a map of tools`);
      return Object.entries<JsonValue>(value).map(([tool, said]): PermissionRule => {
        const { verdict, reason, ...rest } = isJsonObject(said) ? said : { verdict: said };
        const known = verdicts.find((one) => one === verdict);
        if (known === undefined) {
          const nearest = typeof verdict === "string" ? nearestWord(verdict, verdicts) : undefined;
          const guess = nearest === undefined ? "" : `Did you mean ${nearest}? `;
          throw fault(`${key}.${tool} is none of ${verdicts.join(", ")}`, `${guess}${example}`);
        }
        const [strange] = Object.keys(rest);
        if (strange !== undefined) throw fault(`${key}.${tool} knows no "${strange}"`);
        if (reason === undefined) return { tool, verdict: known };
        if (typeof reason !== "string") throw fault(`${key}.${tool}.reason is not text`);
        return { tool, verdict: known, reason };
      });
    });
}
