import { beginsWith } from "@skein/protocol";
import type {
  AssistantPart,
  Message,
  ModelRequest,
  ToolContentPart,
  ToolDefinition,
  ToolResultPart,
  UserMessage,
  UserPart,
} from "@skein/protocol";
import { asciiTokens } from "./ascii-tokens.ts";
import { estimateTokenCount, type TokenEstimationOptions } from "tokenx";

type CountText = (text: string) => number;

export type ContentPart = AssistantPart | UserPart | ToolContentPart;

/** The overhead of a message, a call or a result. */
const wrapping = 4;
/** A text is counted in slices, so that one endless word takes no extra memory. */
const sliceLength = 65_536;

/** Keys and hashes have far more tokens than words of the same length. */
const charactersOfKey = 2.2;
const estimation: TokenEstimationOptions = {
  languageConfigs: [{ pattern: /^(?=[A-Za-z]*\d)[A-Za-z0-9]{10,}$/, averageCharsPerToken: charactersOfKey }],
};

/** By bytes in base64: vendors count pixels, and scale large images down to about the last class. */
const imageClasses = [
  { upTo: 16_000, tokens: 300 },
  { upTo: 160_000, tokens: 900 },
  { upTo: Infinity, tokens: 1_600 },
] as const;

/** Parts are immutable once journaled, so each is counted once. */
const counted = new WeakMap<object, number>();
const lastText = { text: "", tokens: 0 };

export function textTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at += sliceLength) {
    const slice = text.slice(at, at + sliceLength);
    tokens += asciiTokens(slice, charactersOfKey) ?? estimateTokenCount(slice, estimation);
  }
  return tokens;
}

export function estimateTokens(request: ModelRequest): number {
  return fixedTokens(request) + conversationTokens(request.messages);
}

/** Not less than `estimateTokens`: a character of a text for a token. Nothing of it is kept. */
export function charactersOf({ system, tools, messages }: ModelRequest): number {
  const ofParts = (parts: readonly ContentPart[]) => sum(parts, (part) => partTokens(part, lengthOf));
  return (
    lengthOf(system) +
    sum(tools, toolTokens) +
    sum(messages, (message) => countMessage(message, ofParts, lengthOf))
  );
}

const lengthOf: CountText = (text) => text.length;

/** By their first message: the last count of each conversation, which goes on from there when it has only grown. */
const conversations = new WeakMap<
  Message,
  { readonly messages: readonly Message[]; readonly tokens: number }
>();

function conversationTokens(messages: readonly Message[]): number {
  const [first] = messages;
  if (!first) return 0;
  const before = conversations.get(first);
  const start = before && beginsWith(messages, before.messages) ? before : { messages: [], tokens: 0 };
  const tokens = start.tokens + sum(messages.slice(start.messages.length), messageTokens);
  conversations.set(first, { messages: [...messages], tokens });
  return tokens;
}

/** The part that no compaction can make smaller. */
export function fixedTokens({ system, tools }: ModelRequest): number {
  return systemTokens(system) + sum(tools, toolTokens);
}

export function systemTokens(system: string): number {
  if (lastText.text !== system) Object.assign(lastText, { text: system, tokens: textTokens(system) });
  return lastText.tokens;
}

export function toolTokens(tool: ToolDefinition): number {
  return once(tool, () =>
    textTokens(`${tool.name}\n${tool.description}\n${JSON.stringify(tool.inputSchema)}`),
  );
}

export function messageTokens(message: Message): number {
  return countMessage(message, partsTokens, textTokens);
}

function countMessage(
  message: Message,
  ofParts: (parts: readonly ContentPart[]) => number,
  ofText: CountText,
): number {
  if (message.role === "assistant") return wrapping + ofParts(message.content);
  const said: readonly (UserMessage | ToolResultPart)[] =
    message.role === "user" ? [message] : message.content;
  return sum(
    said,
    ({ content, dynamicContext = [] }) => wrapping + ofParts(content) + contextTokens(dynamicContext, ofText),
  );
}

/** Dynamic context, with the tag around it. */
export function contextTokens(texts: readonly string[], ofText: CountText = textTokens): number {
  return sum(texts, (text) => wrapping + ofText(text));
}

/** @param parts - cached by identity: the array must not be changed afterwards. */
export function partsTokens(parts: readonly ContentPart[]): number {
  return once(parts, () => sum(parts, (part) => partTokens(part)));
}

export function partTokens(part: ContentPart, ofText: CountText = textTokens): number {
  switch (part.type) {
    case "text":
      return ofText(part.text);
    case "thinking":
      return part.text === "" ? sealedTokens(part.sidecar?.data) : ofText(part.text);
    case "tool-call":
      return wrapping + ofText(part.name) + ofText("problem" in part ? part.raw : JSON.stringify(part.input));
    case "opaque":
      return sealedTokens(part.sidecar.data);
    case "image":
      return imageClasses.find(({ upTo }) => part.data.length <= upTo)?.tokens ?? 0;
    case "file":
      return fileTokens(part.mediaType, part.data.length);
  }
}

/** Documents are sent as text and as images of their pages; text is sent unchanged. */
function fileTokens(mediaType: string, length: number): number {
  if (mediaType.startsWith("text/") || mediaType === "application/json") return Math.ceil(length / 5);
  return Math.max(1_500, Math.ceil(length / 40));
}

/** Encrypted thinking: longer on the wire than the text. */
function sealedTokens(data: unknown): number {
  return data === undefined ? 0 : Math.ceil(JSON.stringify(data).length / 6);
}

function once(owner: object, count: () => number): number {
  const known = counted.get(owner);
  if (known !== undefined) return known;
  const tokens = count();
  counted.set(owner, tokens);
  return tokens;
}

function sum<Item>(items: readonly Item[], tokensOf: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += tokensOf(item);
  return total;
}
