// Turns. Skein's conversations allow more than protocols do: results in any
// order, results without calls, several user messages in a row. This grouping
// gives providers one form to write from, and is where texts of users and tools
// are escaped.
import type {
  AssistantMessage,
  Message,
  ToolCallPart,
  ToolResultPart,
  UserMessage,
  UserPart,
} from "@skein/protocol";
import { contextParts, visibleResult, withoutContextTag } from "./context-parts.ts";
import { toldResult } from "./placeholders.ts";

/**
 * Reply with everything up to the next one. The first turn can have no reply.
 *
 * A provider writes a turn as the reply, the results of its calls, and the user
 * messages, in this order.
 */
export interface Turn {
  /**
   * Reply that starts the turn. `undefined`: the conversation starts with the
   * user.
   */
  readonly reply: AssistantMessage | undefined;
  /**
   * Calls of the reply in order, each with its result. `undefined`: the result
   * is missing, see `lostResult`.
   */
  readonly answers: readonly { readonly call: ToolCallPart; readonly result: ToolResultPart | undefined }[];
  /**
   * User messages after the results, each with its dynamic context at the end.
   * A result without a call becomes one too.
   */
  readonly said: readonly (readonly UserPart[])[];
}

/**
 * Turn whose texts are not escaped yet and do not contain the dynamic context
 * yet.
 */
export interface RawTurn extends Omit<Turn, "said"> {
  /** Messages as they are in the conversation. */
  readonly said: readonly Pick<UserMessage, "content" | "dynamicContext">[];
}

/**
 * Groups a conversation into turns. Protocols require the results of a reply's
 * calls right after it, one per call. Results are matched to calls by id, and
 * by position for duplicate ids.
 *
 * A longer conversation starts with the same turns, except the last one.
 *
 * All protocols get their texts from here, with the dynamic context tag escaped
 * everywhere else. The dynamic context of a result is in
 * `result.dynamicContext`: see `contextParts`.
 *
 * @example
 * ```ts
 * const [first, second] = turnsOf([
 *   { role: "user", from: "user", content: [{ type: "text", text: "Hello" }] },
 *   { role: "assistant", content: [{ type: "text", text: "Hi" }] },
 * ]);
 * first?.said.length; // 1
 * second?.reply?.content.length; // 1
 * ```
 */
export function turnsOf(messages: readonly Message[]): readonly Turn[] {
  return rawTurnsOf(messages).map(({ reply, answers, said }) => ({
    reply,
    answers: answers.map(({ call, result }) => ({
      call,
      result: result && { ...result, content: visibleResult(result.content) },
    })),
    said: said.map((message) => [...withoutContextTag(message.content), ...contextParts(message)]),
  }));
}

/**
 * Groups a conversation without changing texts. For code that turns it into
 * other messages, which then pass through `turnsOf` again.
 */
export function rawTurnsOf(messages: readonly Message[]): readonly RawTurn[] {
  const starts = messages.flatMap(({ role }, at) => (role === "assistant" ? [at] : []));
  const bounds = [0, ...starts, messages.length];
  return bounds.slice(0, -1).map((from, at) => turnOf(messages.slice(from, bounds[at + 1])));
}

/** Builds one turn from the messages up to the next reply. */
function turnOf(messages: readonly Message[]): RawTurn {
  const reply = messages.find((message) => message.role === "assistant");
  const results = messages.flatMap((message) => (message.role === "tool" ? message.content : []));
  const calls = reply?.content.filter((part) => part.type === "tool-call") ?? [];
  const answers = calls.map((call) => {
    const at = results.findIndex(({ callId }) => callId === call.id);
    return { call, result: at === -1 ? undefined : results.splice(at, 1)[0] };
  });
  const said = messages.flatMap((message): RawTurn["said"] => {
    if (message.role === "user") return [message];
    if (message.role === "assistant") return [];
    return message.content
      .filter((result) => results.includes(result))
      .map((result) => ({ ...result, content: toldResult(result) }));
  });
  return { reply, answers, said };
}
