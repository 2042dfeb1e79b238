// The history of a conversation as text. It must be the same in every request,
// since prompt caches compare bytes; therefore it depends on one turn at a
// time.
import type {
  AssistantMessage,
  AssistantPart,
  Message,
  ToolCallPart,
  ToolResultPart,
  UserPart,
} from "@skein/protocol";
import { lostResult, noOutput } from "../request/placeholders.ts";
import { encodeConversation } from "../request/encode-conversation.ts";
import { rawTurnsOf, type RawTurn } from "../request/turns.ts";
import { writtenCall } from "./written-calls.ts";

/**
 * Converts a conversation with tool calls to text: calls become text of the
 * reply, and results become a user message after it, in the order of the calls.
 *
 * Each message depends only on its own turn, so a longer conversation starts
 * with the same messages.
 */
export function toldMessages(messages: readonly Message[]): readonly Message[] {
  return encodeConversation<Message>(messages, "tool-shim", () => (added, told) => {
    for (const turn of rawTurnsOf(added)) told.push(...toldTurn(turn));
  });
}

/**
 * Converts one turn. The dynamic context of results moves to the message that
 * contains them.
 */
function toldTurn({ reply, answers, said }: RawTurn): readonly Message[] {
  const content = answers.flatMap(({ call, result }) => toldResult(call, result));
  const dynamicContext = answers.flatMap(({ result }) => result?.dynamicContext ?? []);
  const beside = dynamicContext.length === 0 ? {} : { dynamicContext };
  const results: Message = { role: "user", from: "agent", content, ...beside };
  return [
    ...(reply ? [toldReply(reply)] : []),
    ...(content.length > 0 ? [results] : []),
    ...said.map((message): Message => ({ ...message, role: "user", from: "user" })),
  ];
}

/**
 * Joins adjacent texts and calls into one text. Thinking and vendor-specific
 * parts stay.
 */
function toldReply(reply: AssistantMessage): AssistantMessage {
  const content: AssistantPart[] = [];
  for (const part of reply.content) {
    const before = content.at(-1);
    if (part.type === "thinking" || part.type === "opaque") content.push(part);
    else if (part.type === "text" && (part.sidecar || before?.type !== "text")) content.push(part);
    else {
      const text = part.type === "text" ? part.text : writtenCall(part);
      if (before?.type !== "text" || before.sidecar) content.push({ type: "text", text });
      else content[content.length - 1] = { type: "text", text: `${before.text.trimEnd()}\n${text}` };
    }
  }
  return { ...reply, content };
}

/** Writes a result as a block. Images and files follow it as parts. */
function toldResult(call: ToolCallPart, result: ToolResultPart | undefined): UserPart[] {
  const content = result?.content ?? [{ type: "text", text: lostResult }];
  const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n") || noOutput;
  const failed = result?.failure === undefined ? "" : ` failed="${result.failure}"`;
  const tag = unlike(text);
  const head = `<${tag} name=${JSON.stringify(call.name)}${failed}>`;
  return [
    { type: "text", text: `${head}\n${text}\n</${tag}>` },
    ...content.filter((part) => part.type !== "text"),
  ];
}

/**
 * Chooses a tag that the text does not close, so that tool output cannot break
 * out of its block.
 */
function unlike(text: string): string {
  for (let count = 1; ; count++) {
    const tag = count === 1 ? "tool_result" : `tool_result_${count}`;
    if (!text.includes(`</${tag}>`)) return tag;
  }
}
