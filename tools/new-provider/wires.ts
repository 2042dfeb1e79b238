/** What a new provider of a wire begins with, besides the files that every provider has. */
export interface WireKit {
  /** The provider whose reading and writing of this wire is taken over; absent for a new wire. */
  readonly from?: string;
  /** Files and folders of its `src`. */
  readonly takes: readonly string[];
  /** An example of an address; what a path of the wire is put behind. */
  readonly address: string;
  /** An expression of `key`. */
  readonly keyHeaders: string;
  /** The function of `errors.ts` that makes an error of a refusal. */
  readonly refusal: string;
}

/** Taken from the living providers, so that what is made passes the same conformance cases as they do. */
export const wires: Readonly<Record<string, WireKit>> = {
  "openai-chat": {
    from: "provider-openai",
    takes: [
      "reply/chat-calls.ts",
      "reply/chat-decode.ts",
      "reply/chat-stop.ts",
      "reply/chat-text.ts",
      "reply/chat-thinking.ts",
      "reply/chat-usage.ts",
      "reply/reported-cost.ts",
      "reply/counters.ts",
      "reply/json-nesting.ts",
      "reply/model-slip.ts",
      "reply/parts.ts",
      "request/chat-messages.ts",
      "request/content.ts",
      "request/ids.ts",
      "request/schemas.ts",
      "request/tool-names.ts",
    ],
    address: "https://api.example.com/v1",
    keyHeaders: "{ authorization: `Bearer ${key}` }",
    refusal: "refusalError",
  },
  anthropic: {
    from: "provider-anthropic",
    takes: ["errors.ts", "wire.ts", "request/", "reply/"],
    address: "https://api.example.com",
    keyHeaders: '{ "x-api-key": key, "anthropic-version": "2023-06-01" }',
    refusal: "messagesRefusal",
  },
  gemini: {
    from: "provider-google",
    takes: ["errors.ts", "wire.ts", "request/", "reply/"],
    address: "https://api.example.com",
    keyHeaders: '{ "x-goog-api-key": key }',
    refusal: "geminiRefusal",
  },
  own: {
    takes: [],
    address: "https://api.example.com/v1",
    keyHeaders: "{ authorization: `Bearer ${key}` }",
    refusal: "refusalError",
  },
};
