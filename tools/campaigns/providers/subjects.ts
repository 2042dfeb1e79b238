import { createAnthropic } from "../../../packages/provider-anthropic/src/index.ts";
import { createBedrock } from "../../../packages/provider-bedrock/src/index.ts";
import { createGoogle } from "../../../packages/provider-google/src/index.ts";
import {
  anthropicMessages,
  bedrockConverse,
  gemini,
  ollamaChat,
  openaiChat,
  openaiResponses,
  type Subject,
  type SubjectSettings,
} from "../../../packages/provider-conformance/src/cases.ts";
import { createOllama } from "../../../packages/provider-ollama/src/index.ts";
import { createOpenAI } from "../../../packages/provider-openai/src/index.ts";
import { createVertex } from "../../../packages/provider-vertex/src/index.ts";

const openai = (api: "responses" | "chat") => (settings: SubjectSettings) =>
  createOpenAI({ ...settings, api });

const bedrock = (settings: SubjectSettings) =>
  createBedrock({ ...settings, region: "us-east-1", controlUrl: settings.baseUrl });

const vertex = ({ apiKey = "a-token", ...settings }: SubjectSettings) =>
  createVertex({ ...settings, project: "my-project", accessToken: () => Promise.resolve(apiKey) });

const lists = "The platform lists models in a way of its own, which its own tests have.";
const notApplicable = { "models/list": lists, "models/check": lists };

/** The providers of this repository, one line for each wire they speak: the columns of the report. */
export const subjects: readonly Subject[] = [
  { name: "anthropic", dialect: anthropicMessages, modelId: "claude-test", provider: createAnthropic },
  { name: "openai responses", dialect: openaiResponses, modelId: "gpt-test", provider: openai("responses") },
  {
    name: "openai chat",
    dialect: openaiChat,
    modelId: "gpt-test",
    provider: openai("chat"),
    notApplicable: {
      "hostile/no-finish-reason-at-all-tool-call": "A call runs only when the reply says that it is whole.",
    },
  },
  { name: "google", dialect: gemini, modelId: "gemini-test", provider: createGoogle },
  { name: "ollama", dialect: ollamaChat, modelId: "demo:1b", provider: createOllama },
  {
    name: "bedrock",
    dialect: bedrockConverse,
    modelId: "us.anthropic.claude-haiku-4-5-20251001-v1:0",
    provider: bedrock,
  },
  { name: "vertex gemini", dialect: gemini, modelId: "gemini-test", provider: vertex, notApplicable },
  {
    name: "vertex claude",
    dialect: anthropicMessages,
    modelId: "claude-test",
    provider: vertex,
    notApplicable,
  },
];
