import type { JsonObject, ProviderError } from "@skein/protocol";

/**
 * Something that a request asks for and an endpoint may refuse. What was refused once is left out from then on; the
 * request is sent again at once.
 *
 * - `counters`: the counters at a stream's end. `encrypted`: thoughts in a form that can be sent back.
 * - `schemas`: tool schemas with more than the plainest keywords. `strict`: holding the model to them.
 * - `answer-format`: a schema for the answer. `output-limit`: the limit's other name. `call-ids`: ids of calls in the
 *   form they came in.
 * - `seals`: sealed thoughts that the endpoint cannot open, another account's say. `thought-fields`: replies of other
 *   models without a field for thoughts.
 */
export type Concession =
  | "counters"
  | "encrypted"
  | "effort"
  | "temperature"
  | "answer-format"
  | "schemas"
  | "strict"
  | "output-limit"
  | "call-ids"
  | "seals"
  | "thought-fields";

interface Refusal {
  /** What the vendor says. */
  readonly words: RegExp;
  /** Whether the request asked for it. */
  readonly asked: (body: JsonObject) => boolean;
}

const refusals: Readonly<Record<Concession, Refusal>> = {
  counters: { words: /stream_options|include_usage|include_obfuscation/i, asked: has("stream_options") },
  seals: { words: /encrypted content.*could not be|invalid_encrypted_content/is, asked: sendsSeals },
  "thought-fields": { words: /reasoning_content.*passed back/is, asked: has("messages") },
  encrypted: { words: /encrypted[_ ]content|'include'|"include"/i, asked: has("include") },
  effort: {
    words: /reasoning[_.]effort|'reasoning'|"reasoning"|thinking is not supported/i,
    asked: (body) => has("reasoning")(body) || has("reasoning_effort")(body),
  },
  temperature: { words: /temperature/i, asked: has("temperature") },
  "answer-format": {
    words: /response_format|json_schema|text\.format|structured output/i,
    asked: (body) => has("response_format")(body) || has("text")(body),
  },
  "output-limit": {
    words: /max_(completion_)?tokens/i,
    asked: (body) => has("max_tokens")(body) || has("max_completion_tokens")(body),
  },
  "call-ids": { words: /tool[_ ]call[_ ]id.*length of 9/i, asked: has("messages") },
  strict: { words: /\bstrict\b/i, asked: asksStrict },
  schemas: {
    words: /schema|function parameters|invalid tool|tools?\[\d+\]|tools\.\d+/i,
    asked: has("tools"),
  },
};

/** What more to do without after this refusal; `undefined` when nothing would help. */
export function concessionFor(
  { code, message }: ProviderError,
  body: JsonObject,
  conceded: ReadonlySet<Concession>,
): Concession | undefined {
  if (code !== "bad-request") return undefined;
  const left = (Object.keys(refusals) as Concession[]).filter((name) => !conceded.has(name));
  return left.find((name) => refusals[name].words.test(message) && refusals[name].asked(body));
}

function has(field: string): (body: JsonObject) => boolean {
  return (body) => body[field] !== undefined;
}

function sendsSeals({ input }: JsonObject): boolean {
  return Array.isArray(input) && input.some((item: JsonObject) => item["type"] === "reasoning");
}

function asksStrict({ tools }: JsonObject): boolean {
  return Array.isArray(tools) && tools.some((tool: JsonObject) => tool["strict"] === true);
}
