import type { AssistantPart } from "@skein/protocol";
import {
  anthropicServer,
  googleServer,
  openaiChatServer,
  openaiResponsesServer,
  type Delivery,
  type RawReply,
  type ReceivedRequest,
  type Script,
  type ScriptedServer,
} from "@skein/provider-conformance/servers";

/** A reply that every wire can say. */
type WireReply =
  | (Delivery & { readonly parts: readonly AssistantPart[]; readonly deltaSize?: number })
  | RawReply;

/** One of the languages that the command speaks, and where in its requests things stand. */
export interface Wire {
  readonly name: string;
  readonly provider: string;
  readonly serve: (script: Script<WireReply>) => Promise<ScriptedServer>;
  /** A user's environment: this vendor's key and address, and no other's. */
  readonly env: (url: string) => Readonly<Record<string, string>>;
  readonly keyVariable: string;
  /** The body of a 401. */
  readonly wrongKey: object;
  /** What a model thinks before it calls; vendors seal or sign it. */
  readonly thought: AssistantPart;
  /** What of that thought stands in the next request. */
  readonly returnedThought: string;
  /** A reply that the output limit ended inside of a call to `touch marker`. */
  readonly cutOffCall: WireReply;
  /** What stands before the id of each result. */
  readonly beforeResultId: string;
}

/** No other vendor's key or address is set, so the key alone says who is asked. */
const nobody = { ANTHROPIC_API_KEY: "", ANTHROPIC_BASE_URL: "" };

export const testKey = "test-key-0123456789";

const thinking = { type: "thinking", text: "I should look." } as const;
const signed = (data: { readonly signature: string }) => ({
  sidecar: { provider: "anyone", model: "any", data },
});
const cutCall = {
  type: "tool-call",
  id: "t1",
  name: "shell",
  raw: '{"command":"touch marker',
  problem: "cut-off",
} as const;

function openaiEnv(api: string): (url: string) => Readonly<Record<string, string>> {
  return (url) => ({
    ...nobody,
    OPENAI_API_KEY: testKey,
    OPENAI_BASE_URL: `${url}/v1`,
    SKEIN_OPENAI_API: api,
  });
}

const openai = {
  provider: "openai",
  keyVariable: "OPENAI_API_KEY",
  wrongKey: {
    error: { type: "invalid_request_error", code: "invalid_api_key", message: "Incorrect API key" },
  },
  thought: thinking,
};

const googleCutOff = {
  candidates: [
    {
      content: {
        role: "model",
        parts: [
          {
            functionCall: { id: "t1", name: "shell", args: { command: "touch marker" }, willContinue: true },
          },
        ],
      },
      finishReason: "MAX_TOKENS",
    },
  ],
  usageMetadata: { promptTokenCount: 3 },
};

export const wires: readonly Wire[] = [
  {
    name: "Anthropic Messages",
    provider: "anthropic",
    serve: anthropicServer,
    env: (url) => ({ ...nobody, ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: url }),
    keyVariable: "ANTHROPIC_API_KEY",
    wrongKey: { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } },
    thought: { ...thinking, ...signed({ signature: "signed-thought" }) },
    returnedThought: '"thinking":"I should look.","signature":"signed-thought"',
    cutOffCall: { parts: [cutCall], stop: "max_tokens" } as WireReply,
    beforeResultId: '"tool_use_id":"',
  },
  {
    ...openai,
    name: "OpenAI Responses",
    serve: openaiResponsesServer,
    env: openaiEnv("responses"),
    returnedThought: '"encrypted_content":"sealed_0"',
    cutOffCall: { parts: [cutCall], incomplete: "max_output_tokens" } as WireReply,
    beforeResultId: '"type":"function_call_output","call_id":"',
  },
  {
    ...openai,
    name: "OpenAI Chat Completions",
    serve: openaiChatServer,
    env: openaiEnv("chat"),
    returnedThought: '"reasoning_content":"I should look."',
    cutOffCall: { parts: [cutCall], stop: "length" } as WireReply,
    beforeResultId: '"tool_call_id":"',
  },
  {
    name: "Google",
    provider: "google",
    serve: googleServer,
    env: (url) => ({ ...nobody, GEMINI_API_KEY: testKey, GOOGLE_GEMINI_BASE_URL: url }),
    keyVariable: "GEMINI_API_KEY",
    wrongKey: { error: { code: 401, status: "UNAUTHENTICATED", message: "API key not valid" } },
    thought: { ...thinking, ...signed({ signature: "c2lnbmVk" }) },
    returnedThought: '"thought":true,"thoughtSignature":"c2lnbmVk"',
    // Whole calls are all that this wire has, unless it says that one goes on.
    cutOffCall: { bytes: `data: ${JSON.stringify(googleCutOff)}\n\n` },
    beforeResultId: '"functionResponse":{"id":"',
  },
];

/** A body without cache breakpoints, which may move. */
export function withoutBreakpoints({ bytes }: ReceivedRequest): string {
  return bytes.toString().replaceAll(',"cache_control":{"type":"ephemeral"}', "");
}

/** The ids of results in a request, each with the first word after it that fits. */
export function resultsIn(
  { beforeResultId }: Wire,
  request: ReceivedRequest | undefined,
  word: RegExp,
): readonly (readonly [string, string])[] {
  const [, ...results] = (request?.bytes.toString() ?? "").split(beforeResultId);
  return results.map((text) => [text.slice(0, text.indexOf('"')), word.exec(text)?.[0] ?? ""]);
}
