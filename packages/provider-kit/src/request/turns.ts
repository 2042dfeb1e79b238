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

/** A reply and everything up to the next one. The first turn has no reply. */
export interface Turn {
  readonly reply: AssistantMessage | undefined;
  /** The reply's calls in order, each with its result; `undefined` when the result is missing. */
  readonly answers: readonly { readonly call: ToolCallPart; readonly result: ToolResultPart | undefined }[];
  /**
   * User messages after the results, each with its dynamic context at the end. A result without a call
   * becomes one too.
   */
  readonly said: readonly (readonly UserPart[])[];
}

/** A turn whose texts are not escaped yet and do not contain the dynamic context yet. */
export interface RawTurn extends Omit<Turn, "said"> {
  readonly said: readonly Pick<UserMessage, "content" | "dynamicContext">[];
}

/**
 * Groups a conversation into turns. Protocols require the results of a reply's calls right after it, one per
 * call. Results are matched to calls by id, and by position for duplicate ids.
 *
 * A longer conversation starts with the same turns, except the last one.
 *
 * All protocols get their texts from here, with the dynamic context tag escaped everywhere else. The dynamic
 * context of a result is in `result.dynamicContext`: see `contextParts`.
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

/** For code that turns them into other messages, which then pass through `turnsOf` again. */
export function rawTurnsOf(messages: readonly Message[]): readonly RawTurn[] {
  const starts = messages.flatMap(({ role }, at) => (role === "assistant" ? [at] : []));
  const bounds = [0, ...starts, messages.length];
  return bounds.slice(0, -1).map((from, at) => turnOf(messages.slice(from, bounds[at + 1])));
}

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
