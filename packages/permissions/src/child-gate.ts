import type { Gate } from "@skein/protocol";
import { createGate, type CallKnowledge, type PermissionGate } from "./gate.ts";
import { layeredGate } from "./layered-gate.ts";
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
  const gate = layeredGate(parent, {
    async narrow(above, request, signal) {
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
    remember: (request) => own.remember(request, "session"),
    onRemembered: (listener) => own.onRemembered(listener),
    setMode: (name) => own.setMode(name),
  });
  return { ...gate, explain: (request) => own.explain(request) };
}
