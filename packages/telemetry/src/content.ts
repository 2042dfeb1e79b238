import type { AssistantPart, StopReason, UserPart } from "@skein/protocol";

/** Characters of one attribute of content; receivers refuse spans that are much larger. */
const maxCharacters = 65_536;

/** Source: the conventions' values of a finish reason; the others keep our names. */
const finishReasons: Readonly<Partial<Record<StopReason, string>>> = {
  answered: "stop",
  "tool-calls": "tool_call",
  refused: "content_filter",
};

export function finishReason(stop: StopReason): string {
  return finishReasons[stop] ?? stop;
}

/** Messages in the form that the conventions give `gen_ai.input.messages` and `gen_ai.output.messages`, as JSON. */
export function messageText(
  role: "user" | "assistant",
  content: readonly (AssistantPart | UserPart)[],
  stop?: StopReason,
): string {
  const parts = content.map(partOf);
  return jsonText([{ role, parts, ...(stop === undefined ? {} : { finish_reason: finishReason(stop) }) }]);
}

/** What a span says of a failure. Messages quote what was said and done: without `content` only the kind is sent. */
export function spanError(type: string, message: string | undefined, content: boolean) {
  return content && message ? { type, message } : { type };
}

/** Who decided. What follows a kind, such as a guarded path or the command of a rule, is content. */
export function decider(by: string, content: boolean): string {
  return content ? by : by.replace(/[("'`/~\\].*/s, "").trim();
}

/** JSON, cut off with an ellipsis where it is too long for an attribute. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}…`;
}

function partOf(part: AssistantPart | UserPart): object {
  switch (part.type) {
    case "text":
      return { type: "text", content: part.text };
    case "thinking":
      return { type: "reasoning", content: part.text };
    case "tool-call":
      return {
        type: "tool_call",
        id: part.id,
        name: part.name,
        arguments: "input" in part ? part.input : part.raw,
      };
    default:
      // Bytes and a vendor's own blocks are named, and not sent.
      return { type: part.type, ...("mediaType" in part ? { mime_type: part.mediaType } : {}) };
  }
}
