import type { Deviation } from "@skein/provider-conformance/cases";

/** Recordings that are not read as their oracle says, each with the reason. Everything else must be equal. */
export const deviations: Readonly<Record<string, Deviation>> = {
  "anthropic/anthropic-text-parts-ahead-of-built-in-tool-call 1": {
    code: "bad-stream",
    because: "A whole message is no answer to a request for a stream; no endpoint of this wire sends one.",
  },
  "openai/openai-shell-container-1 1": {
    code: "bad-stream",
    because:
      "Trimmed by hand: its deltas are not the beginning of its text, and half an answer is not taken for one.",
  },
  "openai/parallel-tool-call-wrapper-1 1": {
    code: "bad-stream",
    because: "Trimmed by hand: some of its events are not JSON, and half an answer is not taken for one.",
  },
  "bedrock/web-search-with-bedrock-amazon-nova-2-lite-v1-0-grounds-the-answer-with-web-citations 1": {
    code: "bad-stream",
    because: "Recorded without a stream. A whole message is no answer to a request for one.",
  },
  "gemini/code-execution-stream 1": {
    blocks: ["executableCode", "codeExecutionResult", "text"],
    because: "A text of no characters between two blocks makes no part.",
  },
};

/** Wires that were recorded and that no provider of this repository speaks, each with the reason. */
export const unspoken: Readonly<Record<string, string>> = {
  "cohere-chat": "The vendor also speaks Chat Completions.",
  "gemini-interactions": "A preview interface; its recording has not been read independently.",
};
