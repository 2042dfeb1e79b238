import {
  anthropicServer,
  googleServer,
  openaiChatServer,
  openaiResponsesServer,
  type RawReply,
  type Script,
  type ScriptedServer,
} from "../../../packages/provider-conformance/src/servers/index.ts";
import type { AssistantPart } from "../../../packages/protocol/src/index.ts";
import type { TortureCase } from "./cases.ts";

interface WholeReply {
  readonly parts: readonly AssistantPart[];
}

export interface TortureWire {
  readonly serve: (script: Script<RawReply | WholeReply>) => Promise<ScriptedServer>;
  /** A user's environment: this vendor's key and address. */
  readonly env: (url: string) => Readonly<Record<string, string>>;
}

const openai = (api: string) => (url: string) => ({
  OPENAI_API_KEY: "a-key",
  OPENAI_BASE_URL: `${url}/v1`,
  SKEIN_OPENAI_API: api,
});

const wires: Readonly<Record<TortureCase["api"], TortureWire>> = {
  "anthropic-messages": {
    serve: anthropicServer,
    env: (url) => ({ ANTHROPIC_API_KEY: "a-key", ANTHROPIC_BASE_URL: url }),
  },
  "openai-chat": { serve: openaiChatServer, env: openai("chat") },
  "openai-responses": { serve: openaiResponsesServer, env: openai("responses") },
  gemini: {
    serve: googleServer,
    env: (url) => ({ GEMINI_API_KEY: "a-key", GOOGLE_GEMINI_BASE_URL: url }),
  },
};

export function wireOf(api: TortureCase["api"]): TortureWire {
  return wires[api];
}

export function answerOf(text: string): WholeReply {
  return { parts: [{ type: "text", text }] };
}
