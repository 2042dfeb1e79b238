import type {
  AssistantMessage,
  Message,
  ToolCallPart,
  ToolResultPart,
  UserMessage,
  UserPart,
} from "@skein/protocol";
import { contextParts, withoutContextTag } from "./context-parts.ts";
import { toldResult } from "./stand-ins.ts";

/** A reply and all that came between it and the next one. The first turn has no reply. */
export interface Turn {
  readonly reply: AssistantMessage | undefined;
  /** The reply's calls in its order, each with its result; `undefined` when that was lost. */
  readonly answers: readonly { readonly call: ToolCallPart; readonly result: ToolResultPart | undefined }[];
  /**
   * What was said behind the answers, message by message, with its dynamic context at the end. A result without a call
   * is told as one.
   */
  readonly said: readonly (readonly UserPart[])[];
}

/** A turn whose texts are not escaped yet, and whose dynamic context is not yet among what was said. */
export interface RawTurn extends Omit<Turn, "said"> {
  readonly said: readonly Pick<UserMessage, "content" | "dynamicContext">[];
}

/**
 * A conversation by turns. Wires want the results of a reply's calls right behind it, one for each, whatever was said
 * in between. Results find their calls by id; where an id came twice, by place.
 *
 * A longer conversation begins with the same turns, but for the last one.
 *
 * Every wire gets its texts from here: nothing in them but dynamic context reads as the tag of dynamic context. That of a
 * result stands in `result.dynamicContext`: see `contextParts`.
 */
export function turnsOf(messages: readonly Message[]): readonly Turn[] {
  return rawTurnsOf(messages).map(({ reply, answers, said }) => ({
    reply,
    answers: answers.map(({ call, result }) => ({
      call,
      result: result && { ...result, content: withoutContextTag(result.content) },
    })),
    said: said.map((message) => [...withoutContextTag(message.content), ...contextParts(message)]),
  }));
}

/** For who makes other messages out of turns, which then go through `turnsOf` again. */
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
