import type { Inspector } from "@skein/protocol";
import type { Adversary } from "./judge.ts";
import { ruleOnCall, type RulingNeeds } from "./rule-on-call.ts";

/** Asks the adversary about calls. Fails closed: without a ruling a person is asked. */
export function adversaryInspector(scope: RulingNeeds, adversary: Adversary): Inspector {
  const { model, skips } = adversary;
  return {
    name: "adversary",
    async inspectCall({ request, signal }) {
      if (skips?.(request)) return undefined;
      const given = await ruleOnCall(scope, { role: "adversary", reviewer: adversary, call: request });
      signal.throwIfAborted();
      if (!given)
        return {
          verdict: "ask",
          reason: `The adversary ${model.provider}/${model.id} gave no usable answer.`,
        };
      const { verdict, reason } = given;
      return verdict === "allow" ? undefined : { verdict, reason: `The adversary says: ${reason}` };
    },
  };
}
