import { conformance, ollamaChat } from "@skein/provider-conformance";
import { outsideMaterial } from "@skein/test-kit";
import { createOllama } from "../src/index.ts";

conformance(
  { name: "ollama", dialect: ollamaChat, modelId: "demo:1b", provider: createOllama },
  outsideMaterial(),
);
