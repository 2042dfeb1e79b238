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
import { estimateTokenCount, type TokenEstimationOptions } from "tokenx";

export type Part = AssistantPart | UserPart | ToolContentPart;

/** What a vendor wraps around a message, a call or a result. */
const wrapping = 4;
/** A text is counted in slices: one endless word then takes no memory of its own. */
const sliceLength = 65_536;

/** Keys and hashes are cut far smaller than words of the same length. */
const estimation: TokenEstimationOptions = {
  languageConfigs: [{ pattern: /^(?=[A-Za-z]*\d)[A-Za-z0-9]{10,}$/, averageCharsPerToken: 2.2 }],
};

/** By bytes in base64: vendors count pixels, and scale what is large down to about the last class. */
const imageClasses = [
  { upTo: 16_000, tokens: 300 },
  { upTo: 160_000, tokens: 900 },
  { upTo: Infinity, tokens: 1_600 },
] as const;

/** Parts are never changed once they are in a journal, so what they weigh is counted once. */
const counted = new WeakMap<object, number>();
const lastText = { text: "", tokens: 0 };

export function textTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at += sliceLength)
    tokens += estimateTokenCount(text.slice(at, at + sliceLength), estimation);
  return tokens;
}

/** Linear in the number of messages; what was counted before costs a look-up. */
export function estimateTokens(request: ModelRequest): number {
  return fixedTokens(request) + sum(request.messages, messageTokens);
}

/** What no compaction can make smaller. */
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
  if (message.role === "assistant") return wrapping + partsTokens(message.content);
  const said: readonly (UserMessage | ToolResultPart)[] =
    message.role === "user" ? [message] : message.content;
  return sum(
    said,
    ({ content, dynamicContext = [] }) => wrapping + partsTokens(content) + contextTokens(dynamicContext),
  );
}

/** Dynamic context, with the tag around it. */
export function contextTokens(texts: readonly string[]): number {
  return sum(texts, (text) => wrapping + textTokens(text));
}

/** @param parts - counted once by identity: the array must not be changed afterwards. */
export function partsTokens(parts: readonly Part[]): number {
  return once(parts, () => sum(parts, partTokens));
}

export function partTokens(part: Part): number {
  switch (part.type) {
    case "text":
      return textTokens(part.text);
    case "thinking":
      return part.text === "" ? sealedTokens(part.sidecar?.data) : textTokens(part.text);
    case "tool-call":
      return (
        wrapping +
        textTokens(part.name) +
        textTokens("problem" in part ? part.raw : JSON.stringify(part.input))
      );
    case "opaque":
      return sealedTokens(part.sidecar.data);
    case "image":
      return imageClasses.find(({ upTo }) => part.data.length <= upTo)?.tokens ?? 0;
    case "file":
      return fileTokens(part.mediaType, part.data.length);
  }
}

/** Documents go in as text and as pictures of their pages; a text goes in as it is. */
function fileTokens(mediaType: string, length: number): number {
  if (mediaType.startsWith("text/") || mediaType === "application/json") return Math.ceil(length / 5);
  return Math.max(1_500, Math.ceil(length / 40));
}

/** Encrypted thoughts: longer on the wire than what they stand for. */
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
