import { layeredGate } from "@skein/permissions";
import { type Gate, permissionModeNames } from "@skein/protocol";

/** A gate with a readable permission mode. */
export interface ModeGate extends Gate {
  mode(this: void): string;
  /** Calls back when the mode has changed. Returns a function that removes the listener. */
  onMode(this: void, listener: () => void): () => void;
}

export function withMode(gate: Gate, first: string): ModeGate {
  let mode = first;
  const listeners = new Set<() => void>();
  return {
    ...layeredGate(gate, {
      setMode(name) {
        gate.setMode?.(name);
        if (mode === name) return;
        mode = name;
        for (const listener of listeners) listener();
      },
    }),
    mode: () => mode,
    onMode(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Of two modes that cannot be compared, the later one is the stricter. */
const modes: readonly string[] = permissionModeNames;

export function isNoFreer(mode: string, than: string): boolean {
  return modes.indexOf(mode) >= modes.indexOf(than);
}

/** For the journal only; decisions always come from both gates. */
export function stricterMode(one: string, other: string): string {
  return modes.indexOf(other) > modes.indexOf(one) ? other : one;
}
