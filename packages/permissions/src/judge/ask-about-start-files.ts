import type { Decision } from "@skein/protocol";
import { ruleForSegment } from "../rules/allow-call.ts";
import type { CallFacts } from "../rules/restrict-call.ts";
import { unknownStartFile } from "../shell/start-files.ts";
import type { Policy } from "./policy.ts";

/**
 * A question in the mode `auto` about a command that writes a file which its words do not show, where that may be one that
 * decides what runs later; otherwise `undefined`. The other modes ask about it anyway. A rule for the command frees it.
 */
export function askAboutStartFiles(
  { mode, rules, guard }: Policy,
  { request, placed }: CallFacts,
): Decision | undefined {
  if (mode !== "auto") return undefined;
  for (const one of placed) {
    if (ruleForSegment(rules, one.segment)) continue;
    const what = unknownStartFile(one, guard, request.cwd);
    if (what === undefined) continue;
    const fact = `It cannot be seen that this changes nothing that runs later: ${what}.`;
    return {
      verdict: "ask",
      by: `mode ${mode}`,
      reason: fact,
      unasked: `${fact} No one is available to approve this call. Write the file by its name.`,
    };
  }
  return undefined;
}
