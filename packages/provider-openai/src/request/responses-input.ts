import { isBroken } from "@skein/protocol";
import type {
  AssistantMessage,
  AssistantPart,
  JsonObject,
  Message,
  TextPart,
  ToolCallPart,
} from "@skein/protocol";
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
import { resultSaid, saidIn } from "./content.ts";
import type { WirePart } from "./content.ts";
import { responsesIds } from "./ids.ts";
import { wireName } from "./tool-names.ts";

/**
 * The conversation as input items. The vendor's rules, and what is done about them:
 *
 * - a call's output follows it, one for each: a lost one is said to be lost, one without a call is told as text;
 * - a thought goes back only to the model that wrote it, unchanged, before the item that followed it: one that nothing
 *   follows, or that came without its content, is left out;
 * - an item with an id wants the thought that came before it: where that is gone, ids are left out too;
 * - arguments are a JSON object: for a call whose were not, or did not parse, `{}` stands (its result explains).
 *
 * Items only depend on the ones before them, so a longer conversation begins with the same bytes.
 */
export function responsesInput(messages: readonly Message[], owner: Owner): readonly JsonObject[] {
  return encodeConversation(messages, JSON.stringify(["responses", owner]), () => {
    const callId = createUniqueIds(responsesIds);
    return (added, items) => {
      for (const turn of turnsOf(transcriptFor(added, owner))) items.push(...turnItems(turn, owner, callId));
    };
  });
}

function turnItems(
  { reply, answers, said }: Turn,
  owner: Owner,
  callId: (id: string) => string,
): readonly JsonObject[] {
  const ids = answers.map(({ call }) => callId(call.id));
  const outputs = answers.map(({ call, result }, at) => ({
    type: `${callType(call, owner)}_output`,
    call_id: ids[at]!,
    output: outputOf([...resultSaid(result), ...saidIn(contextParts(result))]),
  }));
  return [
    ...(reply ? replyItems(reply, owner, ids) : []),
    ...outputs,
    ...said.flatMap((message) => userMessage(saidIn(message))),
  ];
}

/** The vendor's own name for a call that was not made through a schema. */
const customCall = "custom_tool_call";

function callType(call: ToolCallPart, owner: Owner): string {
  return ownData(call.sidecar, owner, "responses")?.["type"] === customCall ? customCall : "function_call";
}

/** Text alone goes as a string, which every server takes. */
function outputOf(said: readonly WirePart[]): string | JsonObject[] {
  const texts = said.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return texts.length === said.length ? texts.join("\n") : said.map(inputPart);
}

function userMessage(said: readonly WirePart[]): JsonObject[] {
  return said.length === 0 ? [] : [{ type: "message", role: "user", content: said.map(inputPart) }];
}

function inputPart(said: WirePart): JsonObject {
  switch (said.kind) {
    case "text":
      return { type: "input_text", text: said.text };
    case "image":
      return { type: "input_image", image_url: said.url, detail: "auto" };
    case "pdf":
      return { type: "input_file", filename: said.name, file_data: said.url };
  }
}

function replyItems(reply: AssistantMessage, owner: Owner, callIds: readonly string[]): JsonObject[] {
  const withIds =
    !reply.partial &&
    reply.content.every((part) => part.type !== "thinking" || ownData(part.sidecar, owner, "responses"));
  const open = [...callIds];
  const items: JsonObject[] = [];
  for (const part of reply.content) {
    const data = ownData(part.sidecar, owner, "responses");
    const item =
      part.type === "tool-call" ? callItem(part, open.shift()!, owner, withIds) : itemOf(part, data, withIds);
    if (item) append(items, item);
  }
  return items.slice(0, items.findLastIndex(({ type }) => type !== "reasoning") + 1);
}

/** Texts that were one message before are one again. */
function append(items: JsonObject[], item: JsonObject): void {
  const last = items.at(-1);
  const same =
    last?.["type"] === "message" &&
    item["type"] === "message" &&
    last["id"] === item["id"] &&
    last["phase"] === item["phase"];
  if (same) items[items.length - 1] = { ...last, content: [...contentOf(last), ...contentOf(item)] };
  else items.push(item);
}

function contentOf({ content }: JsonObject): readonly JsonObject[] {
  return content as readonly JsonObject[];
}

function itemOf(
  part: Exclude<AssistantPart, ToolCallPart>,
  data: JsonObject | undefined,
  withIds: boolean,
): JsonObject | undefined {
  switch (part.type) {
    case "text":
      return part.text === "" ? undefined : messageItem(part, data ?? {}, withIds);
    case "thinking":
      return data && { type: "reasoning", ...data };
    case "opaque":
      return data;
  }
}

function messageItem(
  { text }: TextPart,
  { id, phase, annotations, refusal }: JsonObject,
  withIds: boolean,
): JsonObject {
  const content: JsonObject = refusal
    ? { type: "refusal", refusal: text.toWellFormed() }
    : { type: "output_text", text: text.toWellFormed(), annotations: annotations ?? [] };
  return {
    type: "message",
    ...(withIds && id !== undefined ? { id, status: "completed" } : {}),
    ...(phase === undefined ? {} : { phase }),
    role: "assistant",
    content: [content],
  };
}

function callItem(call: ToolCallPart, callId: string, owner: Owner, withIds: boolean): JsonObject {
  const { type, id, ...rest } = ownData(call.sidecar, owner, "responses") ?? {};
  const head = {
    type: callType(call, owner),
    ...(withIds && id !== undefined ? { id } : {}),
    call_id: callId,
  };
  if (type === customCall)
    return { ...head, name: call.name, input: isBroken(call) ? call.raw : (call.input ?? "") };
  return { ...head, name: wireName(call.name), arguments: JSON.stringify(callInput(call)), ...rest };
}
