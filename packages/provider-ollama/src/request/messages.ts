import { extractText } from "@skein/protocol";
import type { AssistantMessage, JsonObject, Message, ToolResultPart, UserPart } from "@skein/protocol";
import {
  callInput,
  contextParts,
  createUniqueIds,
  encodeConversation,
  lostResult,
  noOutput,
  transcriptFor,
  turnsOf,
  type Owner,
  type Turn,
} from "@skein/provider-kit";
import { saidIn } from "./content.ts";
import type { TextAndImages } from "./content.ts";
import { wireName } from "./tools.ts";

/**
 * The conversation as messages. The wire's rules, and what is done about them:
 *
 * - the results of a reply's calls follow it in their order, each with its tool's name: some templates have
 *   no ids;
 * - a result is text: its images follow in a user message behind all results. This is the one message of the
 *   role that no user wrote and that stands behind results: there is no other place for a picture;
 * - thoughts of the newest turns go back, as templates that want them drop those they do not want;
 * - arguments are an object: for a call whose were not, or did not parse, `{}` stands (its result explains);
 * - a reply with neither text nor calls is left out.
 *
 * Messages only depend on the ones before them, so a longer conversation begins with the same bytes.
 */
export function wireMessages(messages: readonly Message[], owner: Owner): readonly JsonObject[] {
  return encodeConversation(messages, JSON.stringify(["ollama", owner]), () => {
    const newId = createUniqueIds();
    return (added, items) => {
      for (const turn of turnsOf(transcriptFor(added, owner))) items.push(...turnMessages(turn, newId));
    };
  });
}

function turnMessages({ reply, answers, said }: Turn, newId: (id: string) => string): readonly JsonObject[] {
  const ids = answers.map(({ call }) => newId(call.id));
  const results = answers.map(({ call, result }, at) => ({
    id: ids[at]!,
    name: wireName(call.name),
    said: resultSaid(result),
    context: contextParts(result).map(({ text }) => text),
  }));
  return [
    ...(reply ? replyMessage(reply, ids) : []),
    ...results.map(({ id, name, said: { text }, context }) => ({
      role: "tool",
      content: [text, ...context].join("\n\n"),
      tool_name: name,
      tool_call_id: id,
    })),
    ...userMessage(withImages(results.map((result) => result.said))),
    ...said.flatMap((message: readonly UserPart[]) => userMessage(saidIn(message))),
  ];
}

function replyMessage({ content, partial }: AssistantMessage, ids: readonly string[]): JsonObject[] {
  const text = extractText(content).toWellFormed();
  const calls = content.filter((part) => part.type === "tool-call");
  if (text.trim() === "" && calls.length === 0) return [];
  const thoughts = partial
    ? ""
    : content.map((part) => (part.type === "thinking" ? part.text.toWellFormed() : "")).join("");
  return [
    {
      role: "assistant",
      content: text,
      ...(thoughts.trim() === "" ? {} : { thinking: thoughts }),
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map((call, at) => ({
              id: ids[at]!,
              function: { name: wireName(call.name), arguments: callInput(call) },
            })),
          }),
    },
  ];
}

/** The wire cannot mark a result as failed, so its text says so. Never empty. */
function resultSaid(result: ToolResultPart | undefined): TextAndImages {
  if (!result) return { text: lostResult, images: [] };
  const { text, images } = saidIn(result.content);
  const failed = result.failure === undefined ? "" : `The call failed (${result.failure}).\n`;
  const seen = images.length === 0 ? noOutput : "The images follow in the next message.";
  return { text: failed + (text.trim() === "" ? seen : text), images };
}

function withImages(results: readonly TextAndImages[]): TextAndImages {
  const images = results.flatMap((result) => result.images);
  return { text: images.length === 0 ? "" : "Images of the results above:", images };
}

function userMessage({ text, images }: TextAndImages): JsonObject[] {
  if (text.trim() === "" && images.length === 0) return [];
  return [{ role: "user", content: text, ...(images.length === 0 ? {} : { images }) }];
}
