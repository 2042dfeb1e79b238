import { extractText } from "@skein/protocol";
import type { AssistantMessage, JsonObject, Message, ToolCallPart } from "@skein/protocol";
import {
  callInput,
  contextParts,
  createUniqueIds,
  encodeConversation,
  transcriptFor,
  turnsOf,
} from "@skein/provider-kit";
import type { Owner, Turn } from "@skein/provider-kit";
import { ownData } from "../sidecar.ts";
import { resultSaid, saidIn, textSaid } from "./content.ts";
import type { WirePart } from "./content.ts";
import { chatIdForms } from "./ids.ts";
import { wireName } from "./tool-names.ts";

/** What an endpoint wants of messages. */
export interface ChatForm {
  /** The ids of calls. */
  readonly ids: keyof typeof chatIdForms;
  /** Whether each reply has a field for thoughts. */
  readonly hasThoughtFields: boolean;
  /** Whether pictures may stand in results. */
  readonly hasResultPictures: boolean;
}

/**
 * The conversation as messages. The interface's rules, and what is done about them:
 *
 * - the results of a reply's calls follow it, one message each: a lost one is said to be lost, one without a call is
 *   told as text;
 * - a result is text: its images and files follow in a user message behind all results, which is the one message of the
 *   role that no user wrote and that stands behind results. Where a server takes pictures in results, they stay there:
 *   many chat templates drop the thoughts in front of a message of the user;
 * - thoughts go back in the field they came in, and only to the model that wrote them;
 * - a reply with neither text nor calls is left out; arguments are a JSON object: for a call whose were not, or did not
 *   parse, `{}` stands (its result explains).
 *
 * Messages only depend on the ones before them, so a longer conversation begins with the same bytes.
 *
 * Each message is made once, and is the same object in later requests.
 */
export function chatMessages(
  messages: readonly Message[],
  owner: Owner,
  form: ChatForm,
): readonly JsonObject[] {
  const variant = JSON.stringify(["chat", owner, form]);
  return encodeConversation(messages, variant, () => {
    const callId = createUniqueIds(chatIdForms[form.ids]);
    return (added, items) => {
      for (const turn of turnsOf(transcriptFor(added, owner))) {
        const own = turnMessages(turn, { owner, form, callId });
        items.push(...(form.hasThoughtFields ? own.map(withThoughtField) : own));
      }
    };
  });
}

/** Some vendors want thoughts with each reply, also of models that had none or another field for them. */
function withThoughtField(message: JsonObject): JsonObject {
  return message["role"] === "assistant" ? { reasoning_content: "", ...message } : message;
}

interface TurnPlace {
  readonly owner: Owner;
  readonly form: ChatForm;
  readonly callId: (id: string) => string;
}

function turnMessages(
  { reply, answers, said }: Turn,
  { owner, form, callId }: TurnPlace,
): readonly JsonObject[] {
  const ids = answers.map(({ call }) => callId(call.id));
  const results = answers.map(({ call, result }, at) => {
    const all = resultSaid(result);
    const isInside = ({ kind }: WirePart) => form.hasResultPictures && kind === "image";
    return {
      name: call.name,
      id: ids[at]!,
      inside: all.filter(isInside),
      said: all.filter((part) => !isInside(part)),
      context: contextParts(result),
    };
  });
  return [
    ...(reply ? replyMessage(reply, owner, ids) : []),
    ...results.map((result) => ({
      role: "tool",
      tool_call_id: result.id,
      content: resultContent(result),
    })),
    ...userMessage(results.flatMap(({ name, said: all }) => attached(name, all))),
    ...said.flatMap((message) => userMessage(saidIn(message))),
  ];
}

interface ToldResult {
  readonly inside: readonly WirePart[];
  readonly said: readonly WirePart[];
  readonly context: readonly { readonly text: string }[];
}

function resultContent({ inside, said, context }: ToldResult): string | readonly JsonObject[] {
  const texts = said.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  const isBehind = texts.length === 0 && said.length > 0;
  const own = isBehind ? "The result follows in the next message." : texts.join("\n");
  const text = [...(own === "" ? [] : [own]), ...context.map((part) => part.text)].join("\n\n");
  if (inside.length === 0) return text;
  return [...textSaid(text), ...inside].map(userPart);
}

function attached(name: string, said: readonly WirePart[]): WirePart[] {
  const files = said.filter(({ kind }) => kind !== "text");
  return files.length === 0 ? [] : [...textSaid(`From the result of ${name}:`), ...files];
}

/** Text alone goes as a string, which every server and every chat template takes. */
function userMessage(said: readonly WirePart[]): JsonObject[] {
  if (said.length === 0) return [];
  const texts = said.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return [{ role: "user", content: texts.length === said.length ? texts.join("\n\n") : said.map(userPart) }];
}

function userPart(said: WirePart): JsonObject {
  switch (said.kind) {
    case "text":
      return { type: "text", text: said.text };
    case "image":
      return { type: "image_url", image_url: { url: said.url } };
    case "pdf":
      return { type: "file", file: { filename: said.name, file_data: said.url } };
  }
}

function replyMessage(
  { content, partial }: AssistantMessage,
  owner: Owner,
  callIds: readonly string[],
): JsonObject[] {
  const text = extractText(content).toWellFormed();
  const calls = content
    .filter((part) => part.type === "tool-call")
    .map((call, at) => wireCall(call, callIds[at]!, owner));
  if (text.trim() === "" && calls.length === 0) return [];
  const { chunks, fields } = partial ? noThoughts : thoughtsOf(content, owner);
  const plain = text.trim() === "" ? null : text;
  return [
    {
      role: "assistant",
      content: chunks.length === 0 ? plain : [...chunks, ...(plain === null ? [] : [{ type: "text", text }])],
      ...fields,
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ];
}

/** Thoughts stand in front of the text, or in a field of their own. */
interface Thoughts {
  readonly chunks: readonly JsonObject[];
  readonly fields: JsonObject;
}

const noThoughts: Thoughts = { chunks: [], fields: {} };

/**
 * A sidecar of a thought is `{ field }`, the field its text came in, or `{ field, details }`: then only the details go
 * back, which hold the text as well.
 */
function thoughtsOf(content: AssistantMessage["content"], owner: Owner): Thoughts {
  const part = content.find(({ type, sidecar }) => type === "thinking" && ownData(sidecar, owner, "chat"));
  if (part?.type !== "thinking") return noThoughts;
  const { field, details } = ownData(part.sidecar, owner, "chat")!;
  const text = part.text.toWellFormed();
  if (details !== undefined) return { chunks: [], fields: { reasoning_details: details } };
  if (field === "content")
    return { chunks: [{ type: "thinking", thinking: [{ type: "text", text }] }], fields: {} };
  return typeof field === "string" ? { chunks: [], fields: { [field]: text } } : noThoughts;
}

/** What else came with a call, a signature say, goes back to its owner. */
function wireCall(call: ToolCallPart, id: string, owner: Owner): JsonObject {
  return {
    id,
    type: "function",
    function: { name: wireName(call.name), arguments: JSON.stringify(callInput(call)) },
    ...ownData(call.sidecar, owner, "chat"),
  };
}
