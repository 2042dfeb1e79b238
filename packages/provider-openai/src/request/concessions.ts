import { isJsonObject } from "@skein/protocol";
import type { JsonObject, ProviderError } from "@skein/protocol";

/**
 * Something that a request asks for and an endpoint may refuse. Once its refusal names the parameter, the request is sent
 * again without it at once, and so are those that follow in the session.
 *
 * - `counters`: the counters at a stream's end. `encrypted`: thoughts in a form that can be sent back. `summary`: summaries
 *   of thoughts, which some accounts may not ask for.
 * - `schemas`: tool schemas with more than the plainest keywords. `strict`: holding the model to them.
 * - `answer-format`: a schema for the answer. `output-limit`: the limit's other name. `call-ids`: ids of calls in the
 *   form they came in.
 * - `tool-search`: the vendor's search of tools.
 * - `seals`: sealed thoughts that the endpoint cannot open, another account's say. `thought-fields`: replies of other
 *   models without a field for thoughts.
 */
export type Concession =
  | "counters"
  | "encrypted"
  | "summary"
  | "effort"
  | "temperature"
  | "verbosity"
  | "service-tier"
  | "tool-choice"
  | "parallel-tools"
  | "answer-format"
  | "tool-search"
  | "schemas"
  | "strict"
  | "output-limit"
  | "call-ids"
  | "seals"
  | "thought-fields";

interface Refusal {
  /** The parameter in the vendor's words. */
  readonly words: RegExp;
  /** Whether the request asked for it. */
  readonly asked: (body: JsonObject) => boolean;
  /** What was refused, and what the rest of the session does: a sentence's end, behind "X refused ". */
  readonly said: string;
}

const refusals: Readonly<Record<Concession, Refusal>> = {
  counters: {
    words: /stream_options|include_usage|include_obfuscation/i,
    asked: has("stream_options"),
    said: "stream_options: the session continues without it, and usage may be unknown",
  },
  seals: {
    words: /encrypted content.*could not be|invalid_encrypted_content/is,
    asked: sendsSeals,
    said: "sealed thoughts of an earlier reply: the session continues without them",
  },
  "thought-fields": {
    words: /reasoning_content.*passed back/is,
    asked: has("messages"),
    said: "replies without reasoning_content: the session continues with an empty one in each",
  },
  encrypted: {
    words: /encrypted[_ ]content|'include'|"include"/i,
    asked: has("include"),
    said: "include (sealed thoughts): the session continues without it",
  },
  summary: {
    words: /reasoning\.summary|reasoning summar/i,
    asked: ({ reasoning }) => asksSummary(reasoning),
    said: "reasoning.summary: the session continues without summaries of thoughts",
  },
  effort: {
    words: /reasoning[_.]effort|'reasoning'|"reasoning"|thinking is not supported/i,
    asked: (body) => has("reasoning")(body) || has("reasoning_effort")(body),
    said: "the reasoning effort: the session continues without it",
  },
  temperature: {
    words: /temperature/i,
    asked: has("temperature"),
    said: "temperature: the session continues without it",
  },
  verbosity: {
    words: /verbosity/i,
    asked: ({ verbosity, text }) => verbosity !== undefined || (isJsonObject(text) && "verbosity" in text),
    said: "verbosity: the session continues without it",
  },
  "service-tier": {
    words: /service[_ ]tier/i,
    asked: has("service_tier"),
    said: "service_tier: the session continues without it",
  },
  "tool-choice": {
    words: /tool[_ ]choice/i,
    asked: has("tool_choice"),
    said: "tool_choice: the session continues without it",
  },
  "parallel-tools": {
    words: /parallel[_ ]tool/i,
    asked: has("parallel_tool_calls"),
    said: "parallel_tool_calls: the session continues without it",
  },
  "answer-format": {
    words: /response_format|json_schema|text\.format|structured output/i,
    asked: (body) => has("response_format")(body) || asksFormat(body),
    said: "the schema of the answer: the session continues without it, and the answer is checked all the same",
  },
  "output-limit": {
    words: /max_(completion_)?tokens/i,
    asked: (body) => has("max_tokens")(body) || has("max_completion_tokens")(body),
    said: "max_tokens or max_completion_tokens: the session continues with the other one",
  },
  "call-ids": {
    words: /tool[_ ]call[_ ]id.*length of 9/i,
    asked: has("messages"),
    said: "tool call ids: the session continues with ids of nine characters",
  },
  "tool-search": {
    words: /tool_search|defer_loading/i,
    asked: searchesTools,
    said: "its tool search: the session continues with Skein's own",
  },
  strict: { words: /\bstrict\b/i, asked: asksStrict, said: "strict: the session continues without it" },
  schemas: {
    words: /schema|function parameters|invalid tool|tools?\[\d+\]|tools\.\d+/i,
    asked: has("tools"),
    said: "the schema of a tool: the session continues with the plainest keywords in all of them",
  },
};

/** What a model wrote and a vendor checked, not what was sent: nothing that could be left out. */
const ofReply =
  /did not match schema|tool call validation|failed to (call|generate|parse)|failed_generation|tool_use_failed|generated (an? )?(invalid|tool)/i;

/** What more to do without after this refusal; `undefined` when nothing would help. */
export function concessionFor(
  { code, message }: ProviderError,
  body: JsonObject,
  conceded: ReadonlySet<Concession>,
): Concession | undefined {
  if (code !== "bad-request" || ofReply.test(message)) return undefined;
  const left = (Object.keys(refusals) as Concession[]).filter((name) => !conceded.has(name));
  return left.find((name) => refusals[name].words.test(message) && refusals[name].asked(body));
}

/** For users. @param provider - its id. */
export function concessionNotice(provider: string, concession: Concession): string {
  return `${provider} refused ${refusals[concession].said}.`;
}

function has(field: string): (body: JsonObject) => boolean {
  return (body) => body[field] !== undefined;
}

function asksSummary(reasoning: JsonObject[string] | undefined): boolean {
  return typeof reasoning === "object" && reasoning !== null && "summary" in reasoning;
}

function asksFormat({ text }: JsonObject): boolean {
  return typeof text === "object" && text !== null && "format" in text;
}

function sendsSeals({ input }: JsonObject): boolean {
  return Array.isArray(input) && input.some((item: JsonObject) => item["type"] === "reasoning");
}

function searchesTools({ tools }: JsonObject): boolean {
  return Array.isArray(tools) && tools.some((tool: JsonObject) => tool["type"] === "tool_search");
}

function asksStrict({ tools }: JsonObject): boolean {
  return Array.isArray(tools) && tools.some((tool: JsonObject) => tool["strict"] === true);
}
