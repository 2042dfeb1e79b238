import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue, ModelEvent, ToolCallPart } from "@skein/protocol";
import { createUniqueIds, finishCall, objectIn, stringIn } from "@skein/provider-kit";
import type { DecodeContext } from "../dialect.ts";
import { sidecarOf } from "../sidecar.ts";
import { createJsonNesting } from "./json-nesting.ts";
import type { JsonNesting } from "./json-nesting.ts";
import { saidSoFar } from "./parts.ts";
import type { OpenPart, Parts } from "./parts.ts";

interface OpenCall {
  readonly part: OpenPart;
  /** As the vendor gave it, "" while it has not. */
  id: string;
  name: string;
  /** Fields beside the known ones: signatures, say. */
  rest: JsonObject;
  readonly nesting: JsonNesting;
  /** How many of the part's pieces `nesting` has read. */
  scanned: number;
}

interface ChatCallsEnding {
  /** `false` when the reply was cut off, or may have been. */
  readonly complete: boolean;
  /** Returns the call as it counts, or throws. */
  readonly check: (call: ToolCallPart) => ToolCallPart;
  readonly mintId: (part: number) => string;
}

export interface ChatCalls {
  /** @param place - of the choice that the delta stands in. */
  take(delta: JsonObject, place: number, out: ModelEvent[]): void;
  close(ending: ChatCallsEnding, out: ModelEvent[]): void;
  any(): boolean;
}

/**
 * Calls put together from deltas. Vendors agree on little, so a delta belongs to
 *
 * - the call at its `index`, unless it begins a new one there: it names another id, or a whole call is named again;
 * - without an `index`, the call with its id; without both, the last call, unless that is whole and named again.
 *
 * An empty id or name says nothing. Names are not glued together: some vendors repeat them in every delta.
 */
export function createChatCalls(parts: Parts, { owner, toolName }: DecodeContext): ChatCalls {
  const calls: OpenCall[] = [];
  const byPlace = new Map<string, OpenCall>();
  const byId = new Map<string, OpenCall>();

  const begin = (name: string, out: ModelEvent[]): OpenCall => {
    const part = parts.open("tool-call", out, toolName(name));
    const call = { part, id: "", name, rest: {}, nesting: createJsonNesting(), scanned: 0 };
    calls.push(call);
    return call;
  };

  /** `undefined`: the delta begins a call. */
  const find = (delta: JsonObject, place: string | undefined): OpenCall | undefined => {
    const id = stringIn(delta["id"]);
    const { name, arguments: input } = objectIn(delta["function"]);
    const named = stringIn(name) !== "";
    const candidate = place !== undefined ? byPlace.get(place) : id === "" ? calls.at(-1) : byId.get(id);
    if (!candidate) return undefined;
    if (id !== "" && candidate.id !== "" && id !== candidate.id) {
      return byId.get(id) ?? (typeof name === "string" || isWhole(candidate) ? undefined : candidate);
    }
    const again = named && candidate.name !== "" && id === "";
    return again && startsAnew(input) && isWhole(candidate) ? undefined : candidate;
  };

  return {
    take(delta, choice, out) {
      const place = typeof delta["index"] === "number" ? `${choice}:${delta["index"]}` : undefined;
      const { index: _, id, type: __, function: called, ...rest } = delta;
      const { name, arguments: input } = objectIn(called);
      const text = typeof input === "string" ? input : isJsonObject(input) ? JSON.stringify(input) : "";
      let call = find(delta, place);
      if (!call) {
        if (stringIn(id) === "" && stringIn(name) === "" && text === "") return;
        call = begin(stringIn(name), out);
      }
      if (place !== undefined) byPlace.set(place, call);
      call.id ||= stringIn(id);
      if (call.id !== "" && !byId.has(call.id)) byId.set(call.id, call);
      call.name ||= stringIn(name);
      if (Object.keys(rest).length > 0) call.rest = { ...call.rest, ...withoutNulls(rest) };
      parts.add("tool-call", call.part, text, out);
    },
    close({ complete, check, mintId }, out) {
      const uniqueId = createUniqueIds();
      for (const { part, id, name, rest } of calls) {
        const sidecar = Object.keys(rest).length === 0 ? undefined : sidecarOf(owner, "chat", rest);
        const whole = {
          id: uniqueId(id || mintId(part.number)),
          name: toolName(name),
          raw: saidSoFar(part),
        };
        parts.close(part, check(finishCall({ ...whole, complete, sidecar })), out);
      }
    },
    any: () => calls.length > 0,
  };
}

function startsAnew(input: JsonValue | undefined): boolean {
  return isJsonObject(input) || (typeof input === "string" && input.trimStart().startsWith("{"));
}

/** Read only when it is asked for, and each piece once. */
function isWhole(call: OpenCall): boolean {
  for (; call.scanned < call.part.pieces.length; call.scanned++)
    call.nesting.read(call.part.pieces[call.scanned]!);
  return call.nesting.closed();
}

function withoutNulls(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
