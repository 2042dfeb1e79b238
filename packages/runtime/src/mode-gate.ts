import type { Gate } from "@skein/protocol";

/** A gate that can be asked in which mode it is. */
export interface ModeGate extends Gate {
  mode(this: void): string;
}

export function withMode(gate: Gate, first: string): ModeGate {
  let mode = first;
  return {
    decide: (request, signal) => gate.decide(request, signal),
    remember: (request, scope) => gate.remember?.(request, scope),
    onRemembered: (listener) => gate.onRemembered?.(listener) ?? (() => undefined),
    setMode(name) {
      gate.setMode?.(name);
      mode = name;
    },
    mode: () => mode,
  };
}

/** From the freest to the tightest; of two that do not compare, the later one. */
const modes = ["auto", "accept_edits", "smart_approve", "approve", "plan", "chat"];

export function isNoFreer(mode: string, than: string): boolean {
  return modes.indexOf(mode) >= modes.indexOf(than);
}

/** For the record: what both of two gates let pass is said by their verdicts. */
export function stricterMode(one: string, other: string): string {
  return modes.indexOf(other) > modes.indexOf(one) ? other : one;
}
