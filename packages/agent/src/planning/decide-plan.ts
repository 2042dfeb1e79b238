import type { Decision, PlanProposal } from "@skein/protocol";
import type { RunNeeds } from "../run/run-scope.ts";
import { planningIsOver } from "./prompts.ts";

/**
 * A plan is always the user's to decide on, in the mode for planning; and in any mode once they were asked, since a session
 * may be resumed in another one.
 */
export function decidePlan(
  { state, log }: RunNeeds<"state" | "log">,
  callId: string,
  proposal: PlanProposal,
): Decision {
  const isAsked = log.transcript.openCalls().some(({ call, question }) => call.id === callId && question);
  if (isAsked || state.mode === proposal.in)
    return { verdict: "ask", by: `mode ${proposal.in}`, reason: "The model proposes a plan." };
  return { verdict: "deny", by: `mode ${state.mode}`, reason: planningIsOver };
}
