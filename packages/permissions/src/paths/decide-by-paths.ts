import type { Decision, GateRequest } from "@skein/protocol";
import type { PermissionMode } from "../modes.ts";
import { decideByRules, namesTool, ownName, type PermissionRule } from "../rules.ts";
import type { PathGuard } from "./path-guard.ts";

const fileScheme = "file:";

/**
 * A question when a call touches guarded files that neither the mode nor a rule frees; otherwise `undefined`. The mode
 * `auto` frees reading. A rule frees the tool that it names; one for a whole extension or for all tools does not.
 */
export function decideByPaths(
  mode: PermissionMode,
  rules: readonly PermissionRule[],
  request: GateRequest,
  guard: PathGuard,
): Decision | undefined {
  const { tool, extension, effect, resources = [] } = request;
  const access = effect === "reads" ? "reads" : "writes";
  if (mode === "auto" && access === "reads") return undefined;
  for (const resource of resources) {
    if (!resource.startsWith(fileScheme)) continue;
    const path = resource.slice(fileScheme.length);
    const found = guard(path, access);
    if (!found) continue;
    const freeing = rules.filter((rule) => namesTool(rule, request));
    if (decideByRules(freeing, request)?.verdict === "allow") return undefined;
    const rule = `${extension}__${ownName(tool, extension)}: allow`;
    const fact = `${path} is guarded: it ${found.what}.`;
    return {
      verdict: "ask",
      by: `guarded path ${found.path}`,
      reason: `${fact} An answer for longer than once covers exactly this call; the permission rule "${rule}" frees the tool.`,
      unasked: `${fact} No one is available to approve this call. The permission rule "${rule}" would allow it.`,
    };
  }
  return undefined;
}
