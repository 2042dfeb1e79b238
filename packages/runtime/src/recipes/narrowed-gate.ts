import { childGate, type CallKnowledge, type PermissionRule } from "@skein/permissions";
import { stricterMode, type ModeGate } from "../mode-gate.ts";

/** A restriction of permissions. */
export interface Narrowing {
  readonly mode?: string;
  readonly rules?: readonly PermissionRule[];
}

/**
 * Restricts what `gate` allows. The restriction holds whatever mode the user sets on `gate` later.
 *
 * Throws `ConfigError` for an invalid mode or rule.
 */
export function narrowedGate(
  gate: ModeGate,
  { mode, rules = [] }: Narrowing,
  knowledge: CallKnowledge = {},
): ModeGate {
  const asked = mode === undefined ? {} : { mode };
  return {
    ...childGate(gate, { ...knowledge, rules, isFixed: true, ...asked }),
    setMode: (name) => gate.setMode?.(name),
    onMode: gate.onMode,
    mode: () => (mode === undefined ? gate.mode() : stricterMode(gate.mode(), mode)),
  };
}
