import { isJsonObject, type GateRequest, type JsonValue, type ModelRequest, verdicts } from "@skein/protocol";
import type { Reviewer, Ruling } from "./judge.ts";

/** How a reviewer answers; stands behind its instructions. */
const judgeFormat = `Answer with one JSON object and nothing else:
{"verdict": "allow" | "ask" | "deny", "scope": "call" | "pattern", "reason": "one sentence"}
"scope" is "pattern" when the verdict holds for every call of the pattern that is named, whatever its operands; otherwise "call".`;

/** Characters of the user's words: of the first message, and of the last ones. */
const firstShown = 2_000;
const lastShown = 6_000;

export interface JudgedRequest {
  readonly call: GateRequest;
  /** Permission rules that cover calls like this one. */
  readonly pattern: readonly string[];
  readonly mode: string;
  readonly words: readonly string[];
}

/** Everything is JSON: nothing that is quoted can end its quotes. Tool results are no part of it. */
export function judgeRequest(
  { instructions, policy = "" }: Pick<Reviewer, "instructions" | "policy">,
  { call, pattern, mode, words }: JudgedRequest,
): ModelRequest {
  const { tool, extension, effect, startsAgents = false, input, cwd } = call;
  const material = {
    call: { tool, extension, effect, startsAgents, input, folder: cwd },
    pattern: pattern.length === 0 ? null : pattern,
    policy: { mode, rules: policy },
    user: clippedWords(words),
  };
  return {
    system: `${instructions}\n\n${judgeFormat}`,
    tools: [],
    messages: [{ role: "user", from: "user", content: [{ type: "text", text: JSON.stringify(material) }] }],
    options: { effort: "none", maxOutputTokens: 400 },
  };
}

function clippedWords(words: readonly string[]): readonly string[] {
  const [first = "", ...rest] = words;
  const last = rest.join("\n\n");
  return [first.slice(0, firstShown), last.length <= lastShown ? last : `… ${last.slice(-lastShown)}`].filter(
    (text) => text !== "",
  );
}

/** `undefined` for anything but the JSON object that was asked for. */
export function rulingIn(answer: string): Ruling | undefined {
  let value: JsonValue;
  try {
    value = JSON.parse(answer.trim().replace(/^```(?:json)?\s*|\s*```$/g, "")) as JsonValue;
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const { verdict: given, scope, reason } = value;
  const verdict = verdicts.find((one) => one === given);
  if (!verdict || typeof reason !== "string") return undefined;
  return { verdict, reason, isForPattern: scope === "pattern" };
}
