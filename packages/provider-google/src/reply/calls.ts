import type { JsonObject, JsonValue, Sidecar, ToolCallPart } from "@skein/protocol";
import { finishCall } from "@skein/provider-kit";
import { createPartialArguments } from "./partial-arguments.ts";

/** A function call while it comes in. Most come whole. */
export interface IncomingCall {
  readonly name: string;
  add(call: JsonObject, sidecar: Sidecar | undefined): void;
  /** Whether more of it is announced. */
  goesOn(): boolean;
  /** The call, as far as it came. */
  finish(): ToolCallPart;
}

export function openCall(id: string, name: string): IncomingCall {
  const pieces = createPartialArguments();
  const unplaced: JsonValue[] = [];
  let whole: JsonValue | undefined;
  let inPieces = false;
  let goesOn = false;
  let signed: Sidecar | undefined;

  return {
    name,
    add(call, sidecar) {
      const { args, partialArgs } = call;
      if (args !== undefined) whole = args;
      for (const piece of Array.isArray(partialArgs) ? (partialArgs as readonly JsonValue[]) : []) {
        inPieces = true;
        if (!pieces.add(piece)) unplaced.push(piece);
      }
      goesOn = call["willContinue"] === true;
      signed ??= sidecar;
    },
    goesOn: () => goesOn,
    finish() {
      const received = { id, name, complete: !goesOn, sidecar: signed };
      if (unplaced.length > 0) return brokenCall(received, toJson(unplaced));
      // What had come of a call that was announced to go on may lack a field, though it is an object.
      if (goesOn) return brokenCall(received, inPieces ? pieces.json() : toJson(whole ?? ""), "cut-off");
      // Arguments at the end repeat what came in pieces.
      const raw = whole === undefined ? (inPieces ? pieces.json() : "") : toJson(whole);
      return raw === undefined ? brokenCall(received, "") : finishCall({ ...received, raw });
    },
  };
}

interface CallHead {
  readonly id: string;
  readonly name: string;
  readonly sidecar: Sidecar | undefined;
}

function brokenCall(
  { id, name, sidecar }: CallHead,
  raw = "",
  problem: "cut-off" | "not-json" = "not-json",
): ToolCallPart {
  return { type: "tool-call", id, name, raw, problem, ...(sidecar ? { sidecar } : {}) };
}

/** Values that nest deeper than can be written are `undefined`. */
function toJson(value: JsonValue): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
