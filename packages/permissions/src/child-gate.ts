import type { Gate } from "@skein/protocol";
import { createGate, type CallKnowledge, type PermissionGate } from "./gate.ts";
import { stricter, type PermissionRule } from "./rules/permission-rule.ts";

export interface ChildGateOptions extends CallKnowledge {
  /** Default `auto`: whatever the parent says. */
  readonly mode?: string;
  readonly rules?: readonly PermissionRule[];
  /** Whether it holds whatever the user's rules allow. Default false. */
  readonly isFixed?: boolean;
}

/**
 * A gate for a subagent, a recipe or whoever else acts for somebody: it can narrow what `parent` allows and never
 * widen it, also after `setMode` and `remember`. A person's answer goes up to the parent, since it was the parent's
 * question.
 */
export function childGate(
  parent: Gate,
  { mode = "auto", rules = [], isFixed = false, ...knowledge }: ChildGateOptions = {},
): PermissionGate {
  // Guarded files and leaving the sandbox are the parent's to ask about.
  const asked = { guard: () => undefined, asksOutside: false };
  const own = createGate({ ...knowledge, ...asked, mode, rules, isFixed });
  return {
    async decide(request, signal) {
      const above = await parent.decide(request, signal);
      const below = await own.decide(request, signal);
      // Of two questions the fixed one tells what would help: a rule would free the other one alone.
      const first = isFixed && above.verdict === "ask" && below.unasked !== undefined ? below : above;
      const { mayPrecheck: _, isRoutine: __, ...ruling } = stricter(first, below);
      if (ruling.verdict !== "ask") return ruling;
      const asks = [above, below].filter(({ verdict }) => verdict === "ask");
      return {
        ...ruling,
        ...(asks.every(({ mayPrecheck }) => mayPrecheck) ? { mayPrecheck: true } : {}),
        ...(asks.every(({ isRoutine }) => isRoutine) ? { isRoutine: true } : {}),
      };
    },
    explain: (request) => own.explain(request),
    // What is allowed expressly is the parent's to say.
    grants: async (request) => (await parent.grants?.(request)) ?? { isAnswered: false, rules: [] },
    async remember(request, scope) {
      await own.remember(request, "session");
      await parent.remember?.(request, scope);
    },
    onRemembered(listener) {
      const ends = [own.onRemembered(listener), parent.onRemembered?.(listener)];
      return () => {
        for (const end of ends) end?.();
      };
    },
    setMode: (name) => own.setMode(name),
  };
}
