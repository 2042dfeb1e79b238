import type { Decision } from "@skein/protocol";
import { isPublicFile } from "../paths/public-files.ts";
import { isConfinedTo } from "../paths/workspace.ts";
import { ruleForPath } from "../rules/allow-call.ts";
import { asksBeyondFolder } from "./asks-beyond-folder.ts";
import type { CallFacts } from "../rules/restrict-call.ts";
import type { Policy } from "./policy.ts";

/**
 * A question about a call that reads or changes files outside the working folder. Where no one can answer, the
 * call alone is denied.
 */
export function questionOutside(
  { mode, rules, mayRead, isFixed }: Policy,
  { request, command, paths }: CallFacts,
): Decision | undefined {
  const { cwd, effect } = request;
  if (command || (effect !== "reads" && effect !== "writes")) return undefined;
  const found = paths.find((one) => {
    const isFree =
      one.access === "reads" && one.places.every((place) => mayRead(place) || isPublicFile(place));
    const access = one.access === "reads" ? "reads" : "writes";
    return (
      asksBeyondFolder(mode, access) && !isFree && !isConfinedTo(one, cwd) && !ruleForPath(rules, one, cwd)
    );
  });
  if (!found) return undefined;
  const shown = found.places.at(-1) ?? found.path;
  const form = found.access === "reads" ? "read" : "edit";
  const fact = `${shown} is outside the working folder.`;
  const rule = `${form}(${shown}): allow`;
  const ask = {
    verdict: "ask",
    by: `mode ${mode}`,
    reason: isFixed ? `${fact} ${fixed}` : `${fact} The permission rule "${rule}" frees it.`,
  } as const;
  // A mode that lets reading through goes on without this one file.
  if (effect !== "reads" || mode === "approve") return ask;
  return {
    ...ask,
    unasked: `${fact} No one is available to approve this call. ${isFixed ? fixed : `The permission rule "${rule}" would allow it.`}`,
  };
}

const fixed = "It is asked about here whatever the permission mode and rules.";
