import { beginsWith } from "@skein/protocol";
import type { AssistantPart, AttemptModel, Message, ModelRequest, Usage } from "@skein/protocol";

/** Tokens that a vendor adds to a request: its template, and its instructions about tools. */
const tokensPerRequest = 1_024;
/** Tokens of an image or a file, which vendors count in pixels or pages rather than bytes. */
const tokensPerFile = 10_000;
/** Tokens of a reply part besides its text: the markers around thinking or a call. */
const tokensPerPart = 64;

/** Upper bounds of the input tokens of requests. */
export interface InputBounds {
  /** The most tokens that the request can take. */
  of(model: AttemptModel, request: ModelRequest): number;
  /** Records the vendor's count for a request, which gives a tighter bound for requests that extend it. */
  learn(model: AttemptModel, request: ModelRequest, usage: Usage): void;
}

/**
 * Bounds by bytes, since every token has at least one byte. For a request that extends a counted one, the
 * vendor's count replaces the bytes of that prefix.
 */
export function createInputBounds(): InputBounds {
  let learned:
    | { readonly model: string; readonly request: ModelRequest; readonly tokens: number }
    | undefined;
  let head: (Pick<ModelRequest, "system" | "tools"> & { readonly tokens: number }) | undefined;

  /** They are the same objects in most requests of a conversation. */
  function mostOfHead({ system, tools }: ModelRequest): number {
    if (head?.system !== system || head.tools !== tools)
      head = { system, tools, tokens: mostTokens([system, tools]) };
    return head.tokens;
  }

  return {
    of(model, request) {
      const { messages, options } = request;
      const rest = tokensPerRequest + mostTokens([[], [options.responseSchema ?? null]]);
      if (learned && learned.model === keyOf(model) && isGrown(learned.request, request)) {
        const added = messages.slice(learned.request.messages.length);
        return learned.tokens + rest + mostOfMessages(added);
      }
      return rest + mostOfHead(request) + mostOfMessages(messages);
    },
    learn(model, request, { input, output, cacheRead, cacheWrite, prompt }) {
      const isSplit = input !== undefined && cacheRead !== undefined && cacheWrite !== undefined;
      const told = prompt ?? (isSplit ? input + cacheRead + cacheWrite : 0);
      if (told === 0 || output === undefined) return;
      // Hidden thinking may be sent back; only the reply's output count includes it.
      learned = { model: keyOf(model), request, tokens: told + output };
    },
  };
}

function keyOf({ provider, id }: AttemptModel): string {
  return JSON.stringify([provider, id]);
}

function isGrown(before: ModelRequest, now: ModelRequest): boolean {
  return (
    before.system === now.system &&
    (before.tools === now.tools || JSON.stringify(before.tools) === JSON.stringify(now.tools)) &&
    beginsWith(now.messages, before.messages)
  );
}

/** Messages are immutable, so each is counted once. */
const counted = new WeakMap<Message, number>();

/** What they add to a list that they are the items of. */
function mostOfMessages(messages: readonly Message[]): number {
  const commas = Math.max(0, messages.length - 1);
  return messages.reduce((sum, message) => {
    const tokens = counted.get(message) ?? mostTokens(message);
    counted.set(message, tokens);
    return sum + tokens;
  }, commas);
}

function mostTokens(value: unknown): number {
  const text = JSON.stringify(value);
  const files = mayHaveFiles.test(text) ? filesIn(value) : 0;
  return Buffer.byteLength(text) + files * tokensPerFile;
}

/** Looking at each value takes five times as long as writing it. */
const mayHaveFiles = /"type":"(?:image|file)"/;

function filesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const isFile = "type" in value && (value.type === "image" || value.type === "file");
  return Object.values(value).reduce((sum: number, inner) => sum + filesIn(inner), isFile ? 1 : 0);
}

/** Bounds the output tokens of a reply as it arrives. */
export interface OutputBound {
  delta(text: string): void;
  partStart(): void;
  /** @param content - of a part that came without deltas; counted whole. */
  partEnd(content: AssistantPart): void;
  /** The most tokens that the reply so far can have taken. */
  tokens(): number;
}

export function createOutputBound(): OutputBound {
  let [tokens, sinceStart] = [0, 0];
  return {
    delta(text) {
      const bytes = Buffer.byteLength(text);
      tokens += bytes;
      sinceStart += bytes;
    },
    partStart() {
      tokens += tokensPerPart;
      sinceStart = 0;
    },
    partEnd(content) {
      if (sinceStart === 0) tokens += Buffer.byteLength(JSON.stringify(content));
      sinceStart = 0;
    },
    tokens: () => tokens,
  };
}
