import { isOpaqueField, type Message } from "@skein/protocol";

/** The content of one request, in tokens as far as its vendor's count allows. */
export interface SentRequest {
  readonly contextHash: string;
  readonly messages: readonly Message[];
  /** All tokens sent, as counted by the vendor. */
  readonly total: number;
  /** System prompt and tools. */
  readonly fixed: number;
  /** Real tokens per token that `guess` estimates for a message. */
  readonly scale: number;
}

export interface Asked {
  readonly contextHash: string;
  readonly messages: readonly Message[];
}

const bytesPerToken = 4;
/** The length of base64 says nothing about the tokens of an image or file. */
const tokensPerFile = 1_000;

/** @param fixed - tokens of the same context, when an earlier request reported them. */
export function measureRequest({ contextHash, messages }: Asked, total: number, fixed?: number): SentRequest {
  const guessed = guessAll(messages);
  const ownFixed = Math.min(fixed ?? Math.max(0, total - guessed), total);
  const scale = guessed === 0 ? 0 : (total - ownFixed) / guessed;
  return { contextHash, messages, total, fixed: ownFixed, scale };
}

/** What two requests to one model have in common, in tokens of the later one. */
export interface Overlap {
  /** The common prefix: a cache may have it. */
  readonly expected: number;
  /** What both contain, in any position; at least `expected`. */
  readonly repeated: number;
  /** Whether the later one begins with all messages of the earlier one. */
  readonly onlyGrew: boolean;
}

export function overlap(before: SentRequest, now: SentRequest): Overlap {
  const first = before.messages.findIndex((message, at) => !isSame(message, now.messages[at]));
  const common = first === -1 ? before.messages.length : first;
  const isSameContext = before.contextHash === now.contextHash;
  const head = isSameContext ? before.fixed + before.scale * guessAll(before.messages.slice(0, common)) : 0;
  const expected = Math.min(Math.round(head), now.total);
  if (isSameContext && first === -1) return { expected, repeated: expected, onlyGrew: true };
  const known = new Set(before.messages.map(bytesOf));
  const again = now.messages.filter((message) => known.has(bytesOf(message)));
  const parts = Math.min(before.fixed, now.fixed) + now.scale * guessAll(again);
  const repeated = Math.min(Math.max(expected, Math.round(parts)), now.total);
  return { expected, repeated, onlyGrew: first === -1 };
}

function isSame(one: Message, other: Message | undefined): boolean {
  return one === other || (other !== undefined && bytesOf(one) === bytesOf(other));
}

/** Messages are immutable, so each is measured once. */
const bytes = new WeakMap<Message, string>();
const guesses = new WeakMap<Message, number>();

function bytesOf(message: Message): string {
  const known = bytes.get(message) ?? JSON.stringify(message);
  bytes.set(message, known);
  return known;
}

function guessAll(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + guess(message), 0);
}

function guess(message: Message): number {
  const known = guesses.get(message);
  if (known !== undefined) return known;
  let files = 0;
  const text = JSON.stringify(message, function replace(this: object, field: string, value: unknown) {
    if (!isOpaqueField(field, this)) return value;
    if (field === "data") files++;
    return undefined;
  });
  const tokens = Math.ceil(text.length / bytesPerToken) + files * tokensPerFile;
  guesses.set(message, tokens);
  return tokens;
}
