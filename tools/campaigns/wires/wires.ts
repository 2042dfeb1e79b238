import type { AssistantPart, ModelProvider } from "../../../packages/protocol/src/index.ts";
import { createAnthropic } from "../../../packages/provider-anthropic/src/index.ts";
import { createBedrock } from "../../../packages/provider-bedrock/src/index.ts";
import { createGoogle } from "../../../packages/provider-google/src/index.ts";
import type { ProviderSettings } from "../../../packages/provider-kit/src/index.ts";
import { createOllama } from "../../../packages/provider-ollama/src/index.ts";
import { createOpenAI } from "../../../packages/provider-openai/src/index.ts";
import { createVertex } from "../../../packages/provider-vertex/src/index.ts";
import {
  anthropicRules,
  anthropicSealed,
  bedrockRules,
  bedrockSealed,
  googleRules,
  googleSealed,
  ollamaRules,
  ollamaSealed,
  openaiChatRules,
  openaiResponsesRules,
  responsesSealed,
  type Rules,
} from "../../../packages/test-kit/src/index.ts";
import {
  serveScript,
  anthropicServer,
  bedrockStream,
  googleServer,
  openaiChatServer,
  openaiResponsesServer,
  type Script,
  type ScriptedServer,
} from "../../../packages/provider-conformance/src/servers/index.ts";
import { ollamaAsides, ollamaServer } from "./ollama-server.ts";
import type { WireReply } from "./wire-reply.ts";

/** One of the languages that providers speak. */
export interface Wire {
  readonly name: string;
  readonly provider: (settings: ProviderSettings) => ModelProvider;
  /** Two models of different families. */
  readonly models: readonly [string, string];
  readonly serve: (script: Script<WireReply>) => Promise<ScriptedServer>;
  /** What comes after the server's own address. */
  readonly path: string;
  /** Answers, by path, to the other requests of its provider. */
  readonly asides?: Readonly<Record<string, unknown>>;
  readonly rules: Rules;
  /** The same parts, signed and numbered as this vendor does. @param reply - a word that no other reply has. */
  readonly sealed: (parts: readonly AssistantPart[], reply: string) => readonly AssistantPart[];
  /** Blocks of the vendor's own tools. */
  readonly own: (reply: string) => readonly AssistantPart[];
  /** What ends a reply at the output limit, inside of a call; absent where a wire has whole calls only. */
  readonly cut?: Readonly<Record<string, string>>;
}

/** Speaks event streams, where a cut is one of bytes. */
function bedrockServer(script: Script<WireReply>): Promise<ScriptedServer> {
  return serveScript((request, count) => {
    const reply = typeof script === "function" ? script(request, count) : script[count]!;
    if (!("parts" in reply)) {
      const { status = 200, body = {} } = reply as { readonly status?: number; readonly body?: unknown };
      return { status, contentType: "application/json", body: Buffer.from(JSON.stringify(body)) };
    }
    const { parts, stop, deltaSize = 20, cutAfterEvents } = reply;
    const body = bedrockStream(parts, { deltaSize, ...(stop === undefined ? {} : { stop }) });
    const cut = cutAfterEvents === undefined ? {} : { cutAfterBytes: Math.floor(body.length / 2) };
    return { status: 200, contentType: "application/vnd.amazon.eventstream", body, ...cut };
  });
}

/** Its tokens are not keys: they come from the credentials of an account. */
function vertexAt({ apiKey: token = "a-token", ...settings }: ProviderSettings): ModelProvider {
  return createVertex({ ...settings, project: "a-project", accessToken: () => Promise.resolve(token) });
}

const opaque = (data: object): AssistantPart => ({
  type: "opaque",
  sidecar: { provider: "any", model: "any", data: data as never },
});

/** All wires that conversations move between: a new one is an entry here. */
export const wires: readonly Wire[] = [
  {
    name: "anthropic messages",
    provider: createAnthropic,
    models: ["claude-sonnet-4-5", "claude-opus-4-6"],
    serve: anthropicServer,
    path: "",
    rules: anthropicRules,
    sealed: anthropicSealed,
    own: (reply) => [
      opaque({ type: "server_tool_use", id: `srvtoolu_${reply}`, name: "web_search", input: {} }),
      opaque({ type: "web_search_tool_result", tool_use_id: `srvtoolu_${reply}`, content: [] }),
    ],
    cut: { stop: "max_tokens" },
  },
  {
    name: "openai responses",
    provider: (settings) => createOpenAI({ ...settings, api: "responses" }),
    models: ["gpt-5", "o4-mini"],
    serve: openaiResponsesServer,
    path: "/v1",
    rules: openaiResponsesRules,
    sealed: responsesSealed,
    own: (reply) => [opaque({ id: `ws_${reply}`, type: "web_search_call", status: "completed" })],
    cut: { incomplete: "max_output_tokens" },
  },
  {
    name: "openai chat",
    provider: (settings) => createOpenAI({ ...settings, api: "chat" }),
    models: ["some-model", "other-model"],
    serve: openaiChatServer,
    path: "/v1",
    rules: openaiChatRules,
    sealed: (parts) => parts,
    own: () => [],
    cut: { stop: "length" },
  },
  {
    name: "bedrock",
    provider: (settings) => createBedrock({ ...settings, region: "eu-central-1" }),
    models: ["anthropic.claude-sonnet-4-5-20250929-v1:0", "anthropic.claude-opus-4-6-v1:0"],
    serve: bedrockServer,
    path: "",
    rules: bedrockRules,
    sealed: bedrockSealed,
    own: () => [],
    cut: { stop: "max_tokens" },
  },
  {
    name: "gemini",
    provider: createGoogle,
    models: ["gemini-3-pro-preview", "gemini-3.8-flash"],
    serve: googleServer,
    path: "",
    rules: googleRules,
    sealed: googleSealed,
    own: () => [
      opaque({ executableCode: { language: "PYTHON", code: "print(1)" } }),
      opaque({ codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } }),
    ],
  },
  {
    name: "ollama",
    provider: createOllama,
    models: ["qwen3:8b", "gpt-oss:20b"],
    serve: ollamaServer,
    path: "",
    asides: ollamaAsides,
    rules: ollamaRules,
    sealed: ollamaSealed,
    own: () => [],
  },
  {
    name: "vertex gemini",
    provider: vertexAt,
    models: ["gemini-3-pro-preview", "gemini-3.8-flash"],
    serve: googleServer,
    path: "",
    rules: googleRules,
    sealed: googleSealed,
    own: () => [],
  },
  {
    name: "vertex claude",
    provider: vertexAt,
    models: ["claude-sonnet-4-5@20250929", "claude-opus-4-6"],
    serve: anthropicServer,
    path: "",
    rules: anthropicRules,
    sealed: anthropicSealed,
    own: () => [],
    cut: { stop: "max_tokens" },
  },
];
