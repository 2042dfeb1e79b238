import type { Decision, GateRequest } from "@skein/protocol";
import { commandIn } from "../rules/covers-call.ts";
import { suggestCommandRules } from "../shell/suggest-rules.ts";

/** A question about a command that is to run outside the sandbox. */
export function askOutsideSandbox(request: GateRequest, why: string): Decision {
  const rules = suggestCommandRules(commandIn(request) ?? "", "outside");
  const named = (rules.length === 0 ? ["outside(COMMAND)"] : rules).map((rule) => JSON.stringify(rule));
  return {
    verdict: "ask",
    by: "sandbox",
    reason: `It would run outside the sandbox, with your own access to files and network. The model says why: ${JSON.stringify(why)}`,
    unasked: `No one is available to approve running this outside the sandbox. It would be allowed by the permission rule ${named.join(" and ")}.`,
  };
}
