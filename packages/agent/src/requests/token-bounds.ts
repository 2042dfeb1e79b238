import type { AssistantPart, AttemptModel, ModelRequest, Usage } from "@skein/protocol";

/** What a vendor adds to a request by itself: its template, its own words about tools. Tokens. */
const tokensPerRequest = 1_024;
/** An image or a file is counted by its size in pixels or pages; its bytes say little of a well packed one. Tokens. */
const tokensPerFile = 10_000;
/** What a part of a reply takes beside its text: the marks around a thought or a call. Tokens. */
const tokensPerPart = 64;

/** Upper bounds of what requests take. */
export interface InputBounds {
  /** Tokens that the request can take at most. */
  of(model: AttemptModel, request: ModelRequest): number;
  /** What the vendor has counted for a request: the next one that begins with it is bounded more closely. */
  learn(model: AttemptModel, request: ModelRequest, usage: Usage): void;
}

/**
 * Bounds by bytes: no vocabulary of bytes has a token of less than one. What a vendor has counted stands instead for the
 * beginning of a request that only grew.
 */
export function createInputBounds(): InputBounds {
  let learned:
    | { readonly model: string; readonly request: ModelRequest; readonly tokens: number }
    | undefined;
  return {
    of(model, request) {
      const { system, tools, messages, options } = request;
      const rest = [options.responseSchema ?? null];
      if (learned && learned.model === keyOf(model) && isGrown(learned.request, request)) {
        const added = messages.slice(learned.request.messages.length);
        return learned.tokens + tokensPerRequest + mostTokens([added, rest]);
      }
      return tokensPerRequest + mostTokens([system, tools, messages, rest]);
    },
    learn(model, request, { input, output, cacheRead, cacheWrite, prompt }) {
      const isSplit = input !== undefined && cacheRead !== undefined && cacheWrite !== undefined;
      const told = prompt ?? (isSplit ? input + cacheRead + cacheWrite : 0);
      if (told === 0 || output === undefined) return;
      // Thoughts that were not shown may be sent back: they are in the count of the reply alone.
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
    before.messages.every((message, at) => message === now.messages[at])
  );
}

function mostTokens(value: unknown): number {
  let files = 0;
  const text = JSON.stringify(value, (_, inner: unknown) => {
    if (isFile(inner)) files += 1;
    return inner;
  });
  return Buffer.byteLength(text) + files * tokensPerFile;
}

function isFile(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  return value.type === "image" || value.type === "file";
}

/** Counts what of a reply has come. */
export interface OutputBound {
  delta(text: string): void;
  partStart(): void;
  /** @param content - of a part that came without deltas; counted as it is. */
  partEnd(content: AssistantPart): void;
  /** Tokens that this can have taken at most. */
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
