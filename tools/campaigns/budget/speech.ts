import {
  anthropicMessages,
  bedrockConverse,
  gemini,
  ollamaChat,
  openaiChat,
  openaiResponses,
  type Dialect,
} from "../../../packages/provider-conformance/src/index.ts";
import type { JsonObject, Usage } from "../../../packages/protocol/src/index.ts";

/** What a call really took. */
export type Taken = Required<Pick<Usage, "input" | "output" | "cacheRead" | "cacheWrite">>;

/** How a vendor speaks of tokens. */
export interface Speech {
  readonly dialect: Dialect;
  /** The output limit that a request asks for. */
  readonly limitIn: (body: JsonObject) => unknown;
  /** The counters of a reply, as this wire writes them. */
  readonly counters: (taken: Taken) => JsonObject;
  readonly hasCacheReads: boolean;
  readonly hasCacheWrites: boolean;
}

const inner = (value: unknown): JsonObject => (value ?? {}) as JsonObject;

const anthropic: Speech = {
  dialect: anthropicMessages,
  limitIn: (body) => body["max_tokens"],
  counters: ({ input, output, cacheRead, cacheWrite }) => ({
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite,
  }),
  hasCacheReads: true,
  hasCacheWrites: true,
};

const google: Speech = {
  dialect: gemini,
  limitIn: (body) => inner(body["generationConfig"])["maxOutputTokens"],
  counters: ({ input, output, cacheRead }) => ({
    promptTokenCount: input + cacheRead,
    candidatesTokenCount: output,
    cachedContentTokenCount: cacheRead,
  }),
  hasCacheReads: true,
  hasCacheWrites: false,
};

/** By the names of wires. */
export const speeches: Readonly<Record<string, Speech>> = {
  "anthropic messages": anthropic,
  "vertex claude": anthropic,
  gemini: google,
  "vertex gemini": google,
  "openai responses": {
    dialect: openaiResponses,
    limitIn: (body) => body["max_output_tokens"],
    counters: ({ input, output, cacheRead }) => ({
      input_tokens: input + cacheRead,
      output_tokens: output,
      input_tokens_details: { cached_tokens: cacheRead },
    }),
    hasCacheReads: true,
    hasCacheWrites: false,
  },
  "openai chat": {
    dialect: openaiChat,
    limitIn: (body) => body["max_tokens"] ?? body["max_completion_tokens"],
    counters: ({ input, output, cacheRead }) => ({
      prompt_tokens: input + cacheRead,
      completion_tokens: output,
      prompt_tokens_details: { cached_tokens: cacheRead },
    }),
    hasCacheReads: true,
    hasCacheWrites: false,
  },
  bedrock: {
    dialect: bedrockConverse,
    limitIn: (body) => inner(body["inferenceConfig"])["maxTokens"],
    counters: ({ input, output, cacheRead, cacheWrite }) => ({
      inputTokens: input,
      outputTokens: output,
      cacheReadInputTokens: cacheRead,
      cacheWriteInputTokens: cacheWrite,
    }),
    hasCacheReads: true,
    hasCacheWrites: true,
  },
  ollama: {
    dialect: ollamaChat,
    limitIn: (body) => inner(body["options"])["num_predict"],
    counters: ({ input, output }) => ({ prompt_eval_count: input, eval_count: output }),
    hasCacheReads: false,
    hasCacheWrites: false,
  },
};
