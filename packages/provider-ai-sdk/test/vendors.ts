import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { AttemptModel } from "@skein/protocol";
import { fromAiSdk } from "../src/index.ts";
import type { AiSdkModel, AiSdkSettings } from "../src/index.ts";

interface Place {
  readonly url?: string;
  readonly fetch?: typeof fetch;
}

/** Anthropic's model of the AI SDK. */
export function anthropicOf({ url = "http://127.0.0.1:9", fetch }: Place): AiSdkModel {
  const own = fetch ? { fetch } : {};
  return createAnthropic({ baseURL: `${url}/v1`, apiKey: "test-key-0123456789", ...own })("claude-test");
}

/** A model of any compatible server. */
export function compatibleOf({ url = "http://127.0.0.1:9", fetch }: Place): AiSdkModel {
  const own = fetch ? { fetch } : {};
  const provider = createOpenAICompatible({ name: "mine", baseURL: `${url}/v1`, includeUsage: true, ...own });
  return provider("gpt-test");
}

/** As a Skein model that does not try again and keeps its warnings to itself. */
export function once(model: AiSdkModel, settings: AiSdkSettings = {}): AttemptModel {
  return fromAiSdk(model, { retry: { retries: 0 }, warn: () => undefined, ...settings });
}
