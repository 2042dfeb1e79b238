import type { Decision } from "@skein/protocol";
import type { ReachedPath } from "../paths/reached-paths.ts";
import { freesGuarded, freesGuardedPath } from "../rules/allow-call.ts";
import { ownName } from "../rules/covers-call.ts";
import type { CallFacts } from "../rules/restrict-call.ts";
import type { Policy } from "./policy.ts";

/**
 * A question when a call touches guarded files that neither the mode nor a rule frees; otherwise `undefined`. The mode
 * `auto` frees reading. A rule frees the tool that it names, or the files; one for a whole extension or for all tools does
 * not.
 */
export function askAboutGuarded({ mode, rules, guard }: Policy, call: CallFacts): Decision | undefined {
  const { request, command } = call;
  const { tool, extension, cwd, resources = [] } = request;
  if (freesGuarded(rules, call)) return undefined;
  // What search and tree look through they hide themselves.
  const paths = command ? call.paths : call.paths.slice(0, resources.length);
  for (const one of paths) {
    if (mode === "auto" && one.access === "reads") continue;
    const access = one.access === "unknown" && mode !== "auto" ? "writes" : one.access;
    const found = one.places.map((place) => guard(place, access)).find((entry) => entry !== undefined);
    const isGuarded = (path: string) => guard(path, access) !== undefined;
    if (!found || freesGuardedPath(rules, one, cwd, isGuarded)) continue;
    const shown = one.places[0] ?? one.path;
    const rule = command ? pathRule(one, shown) : `${extension}__${ownName(tool, extension)}: allow`;
    const fact = `${shown} is guarded: it ${found.what}.`;
    return {
      verdict: "ask",
      by: `guarded path ${found.path}`,
      reason: `${fact} An answer for longer than once covers exactly this call; the permission rule "${rule}" frees the ${command ? "file" : "tool"}.`,
      unasked: `${fact} No one is available to approve this call. The permission rule "${rule}" would allow it.`,
    };
  }
  return undefined;
}

function pathRule({ access }: ReachedPath, path: string): string {
  return `${access === "reads" ? "read" : "edit"}(${path}): allow`;
}
