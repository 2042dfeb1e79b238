import { childGate, type CallKnowledge, type PermissionRule } from "@skein/permissions";
import { stricterMode, type ModeGate } from "../mode-gate.ts";

/** What of somebody's rights is done without. */
export interface Narrowing {
  readonly mode?: string;
  readonly rules?: readonly PermissionRule[];
}

/**
 * A gate that does without some of what `gate` allows, whatever mode the user sets later: that is a matter of `gate`.
 *
 * Throws `ConfigError` for a mode or a rule that cannot be understood.
 */
export function narrowedGate(
  gate: ModeGate,
  { mode, rules = [] }: Narrowing,
  knowledge: CallKnowledge = {},
): ModeGate {
  const own = childGate(gate, { ...knowledge, rules, ...(mode === undefined ? {} : { mode }) });
  return {
    decide: (request, signal) => own.decide(request, signal),
    remember: (request, scope) => own.remember(request, scope),
    onRemembered: (listener) => own.onRemembered(listener),
    setMode: (name) => gate.setMode?.(name),
    mode: () => (mode === undefined ? gate.mode() : stricterMode(gate.mode(), mode)),
  };
}
