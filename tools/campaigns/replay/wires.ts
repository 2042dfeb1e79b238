import type { AssistantPart, ModelProvider } from "../../../packages/protocol/src/index.ts";
import { createAnthropic } from "../../../packages/provider-anthropic/src/index.ts";
import { createGoogle } from "../../../packages/provider-google/src/index.ts";
import type { ProviderSettings } from "../../../packages/provider-kit/src/index.ts";
import { createOpenAI } from "../../../packages/provider-openai/src/index.ts";
import {
  anthropicServer,
  googleServer,
  openaiChatServer,
  openaiResponsesServer,
  type Delivery,
  type ScriptedServer,
} from "../../../packages/provider-conformance/src/servers/index.ts";

/** A reply that every wire can say. */
export type WireReply = Delivery & { readonly parts: readonly AssistantPart[]; readonly deltaSize?: number };

/** One of the languages that providers speak. */
export interface Wire {
  readonly provider: (settings: ProviderSettings) => ModelProvider;
  readonly serve: (script: readonly WireReply[]) => Promise<ScriptedServer>;
  /** What comes after the server's own address. */
  readonly path: string;
  /** A thought as this vendor seals or signs it. */
  readonly thought: AssistantPart;
}

const thought = { type: "thinking", text: "I should look at the folder first." } as const;
const signed: AssistantPart = {
  ...thought,
  sidecar: { provider: "anyone", model: "any", data: { signature: "c2lnbmVk" } },
};

export const wires: Readonly<Record<string, Wire>> = {
  "anthropic messages": {
    provider: (settings) => createAnthropic(settings),
    serve: anthropicServer,
    path: "",
    thought: signed,
  },
  "openai responses": {
    provider: (settings) => createOpenAI({ ...settings, api: "responses" }),
    serve: openaiResponsesServer,
    path: "/v1",
    thought,
  },
  "openai chat": {
    provider: (settings) => createOpenAI({ ...settings, api: "chat" }),
    serve: openaiChatServer,
    path: "/v1",
    thought,
  },
  google: {
    provider: (settings) => createGoogle(settings),
    serve: googleServer,
    path: "",
    thought: signed,
  },
};

export const modelId = "some-model";
