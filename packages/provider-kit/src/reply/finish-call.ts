// Arguments of tool calls. A call with half of its arguments can delete the
// wrong file, so nothing is completed or corrected here: a call that is not
// whole is marked as broken, is never run, and the model is asked to repeat it.
import type { JsonValue, Sidecar, ToolCallPart } from "@skein/protocol";

/**
 * Tool call as it arrived from a vendor.
 *
 * Decoders collect the pieces of the arguments and build the call once, at its
 * end.
 */
export interface ReceivedCall {
  /** The vendor's id. May be empty or repeated: see `createUniqueIds`. */
  readonly id: string;
  /** Name as the model wrote it, mapped back with `ownNames`. */
  readonly name: string;
  /** Arguments as they arrived: JSON text, or a part of it. */
  readonly raw: string;
  /**
   * True if the arguments are complete: the call was closed and no output limit
   * ended the reply.
   */
  readonly complete: boolean;
  /** Vendor data to send back with the call. */
  readonly sidecar?: Sidecar | undefined;
}

/**
 * Deeper input is rejected: JSON can be parsed at any depth, but not
 * stringified.
 */
const maxDepth = 1000;

/**
 * Builds a tool call from its received arguments. Never repairs anything.
 *
 * Empty text, white space and `null` become the empty object, since calls
 * without arguments arrive like that. For an incomplete call only a complete
 * object or array counts, since a number or a word could continue. Arguments
 * that do not parse are `cut-off` if the call is incomplete, and `not-json`
 * otherwise.
 *
 * @example
 * ```ts
 * finishCall({ id: "1", name: "read", raw: '{"path":', complete: false });
 * // { type: "tool-call", id: "1", name: "read", raw: '{"path":', problem: "cut-off" }
 * ```
 */
export function finishCall({ id, name, raw, complete, sidecar }: ReceivedCall): ToolCallPart {
  const head = { type: "tool-call", id, name } as const;
  const tail = sidecar ? { sidecar } : {};
  const input = inputOf(raw, complete);
  return input === undefined
    ? { ...head, raw, problem: complete ? "not-json" : "cut-off", ...tail }
    : { ...head, input, ...tail };
}

function inputOf(raw: string, complete: boolean): JsonValue | undefined {
  if (raw.trim() === "") return complete ? {} : undefined;
  if (depthOf(raw) > maxDepth) return undefined;
  try {
    const input = JSON.parse(raw) as JsonValue;
    if (input === null) return complete ? {} : undefined;
    return complete || typeof input === "object" ? input : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Measures the nesting of brackets outside of strings. A loop, because a
 * regular expression would overflow on megabytes.
 */
function depthOf(raw: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < raw.length; at++) {
    const char = raw.charCodeAt(at);
    if (char === quote) inString = !inString;
    else if (inString) at += char === backslash ? 1 : 0;
    else if (char === openBracket || char === openBrace) deepest = Math.max(deepest, ++depth);
    else if (char === closeBracket || char === closeBrace) depth--;
  }
  return deepest;
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
];
