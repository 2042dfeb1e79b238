import { conformance, openaiChat, openaiResponses } from "@skein/provider-conformance";
import { outsideMaterial } from "@skein/test-kit";
import { createOpenAI } from "../src/index.ts";

const modelId = "gpt-test";

conformance(
  {
    name: "openai responses",
    dialect: openaiResponses,
    modelId,
    provider: (settings) => createOpenAI({ ...settings, api: "responses" }),
  },
  outsideMaterial(),
);

conformance(
  {
    name: "openai chat",
    dialect: openaiChat,
    modelId,
    provider: (settings) => createOpenAI({ ...settings, api: "chat" }),
  },
  outsideMaterial(),
);
