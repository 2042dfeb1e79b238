import type { JsonValue, Sidecar, ToolCallPart } from "@skein/protocol";

export interface ReceivedCall {
  readonly id: string;
  readonly name: string;
  /** The raw arguments. */
  readonly raw: string;
  /** Whether the arguments are complete: the call was closed and no output limit ended the reply. */
  readonly complete: boolean;
  readonly sidecar?: Sidecar | undefined;
}

/** Deeper input is rejected: JSON can be parsed at any depth, but not stringified. */
const maxDepth = 1000;

/**
 * Builds a tool call from its received arguments. Never repairs anything.
 *
 * Empty text, white space and `null` become the empty object, since calls without arguments arrive like that.
 * For an incomplete call only a complete object or array counts, since a number or a word could continue.
 * Arguments that do not parse are `cut-off` when the call is incomplete and `not-json` otherwise.
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
 * Nesting depth of brackets outside of strings. A loop, because a regular expression would overflow on
 * megabytes.
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
