import type { Decision, Gate, GateRequest } from "@skein/protocol";
import type { PermissionGate } from "./gate.ts";

/** What lies over a gate, and may narrow what it decides. */
export interface GateLayer extends Pick<Gate, "onRemembered" | "setMode"> {
  /** What becomes of the decision of the gate below. Default: it stays. */
  narrow?(decision: Decision, request: GateRequest, signal: AbortSignal): Decision | Promise<Decision>;
  /** Keeps an answer of its own, before the gate below does. */
  remember?(request: GateRequest): void | Promise<void>;
}

type LayeredGate = Required<Gate> & Omit<PermissionGate, "explain">;

/**
 * A gate and a layer over it, as one gate. Answers are remembered by both; what is allowed expressly is the gate's to say;
 * a mode is set on the layer if it has modes, otherwise on the gate.
 */
export function layeredGate(gate: Gate, layer: GateLayer): LayeredGate {
  return {
    decide(request, signal) {
      const decision = gate.decide(request, signal);
      if (!layer.narrow) return decision;
      return decision instanceof Promise
        ? decision.then((below) => layer.narrow!(below, request, signal))
        : layer.narrow(decision, request, signal);
    },
    grants: async (request) => (await gate.grants?.(request)) ?? { isAnswered: false, rules: [] },
    async remember(request, scope) {
      await layer.remember?.(request);
      await gate.remember?.(request, scope);
    },
    onRemembered(listener) {
      const ends = [layer.onRemembered?.(listener), gate.onRemembered?.(listener)];
      return () => {
        for (const end of ends) end?.();
      };
    },
    setMode: (name) => (layer.setMode ? layer.setMode(name) : gate.setMode?.(name)),
  };
}
