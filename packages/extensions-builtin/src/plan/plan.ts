import { defineExtension, defineTool } from "@skein/extension-kit";
import type { BuiltinExtensionName, Extension, PlanProposal, Tool } from "@skein/protocol";
import { mostPlanBytes, planInput, planOf } from "./plan-input.ts";
import { planPrompts } from "./prompts.ts";

export interface PlanOptions {
  /** When a plan can be proposed, and the permission modes that may follow. */
  readonly proposal: PlanProposal;
  /** The current permission mode. */
  readonly mode: () => string;
  /** Calls back when the permission mode changes. Returns a function that removes the listener. */
  readonly onMode: (listener: () => void) => () => void;
  /** Whether the session has had a plan before: its tool stays, so that a resumed session sends the same tools. */
  readonly hadPlan?: boolean;
}

/**
 * Plan mode for the model: a tool that puts a plan to the user, and the accepted plan, which stays in the context
 * through every compaction, resume and fork. The tool comes with the first change to plan mode and then stays, so that the
 * prompt cache is lost once at most.
 */
export function plan({ proposal, mode, onMode, hadPlan = false }: PlanOptions): Extension {
  const tools = [proposeTool(proposal)];
  const isPlanning = () => mode() === proposal.in;
  let isOffered = hadPlan || isPlanning();
  const inner = defineExtension({
    name: "plan" satisfies BuiltinExtensionName,
    description: "Plans that the user decides on before the work begins.",
    tools,
    dynamicContextBytes: mostPlanBytes + 1_000,
    dynamicContext(state) {
      const accepted = planOf(state);
      return [
        isPlanning() ? planPrompts.planning : "",
        accepted === undefined ? "" : planPrompts.inForce(accepted, isPlanning()),
      ]
        .filter((text) => text !== "")
        .join("\n\n");
    },
  });
  return {
    ...inner,
    tools: async (signal) => {
      isOffered ||= isPlanning();
      return isOffered ? inner.tools(signal) : [];
    },
    onChange: (listener) =>
      onMode(() => {
        if (isOffered || !isPlanning()) return;
        isOffered = true;
        listener();
      }),
  };
}

function proposeTool(proposesPlan: PlanProposal): Tool {
  return defineTool({
    name: "propose_plan",
    description: planPrompts.tool,
    effect: "reads",
    proposesPlan,
    timeoutMs: 60_000,
    input: planInput,
    async run(input, { state }) {
      if (!state)
        return { kind: "failed", message: planPrompts.notKept, hint: "Carry it out from what you wrote." };
      await state.write({ plan: input.plan });
      return planPrompts.accepted;
    },
  });
}
