import { conformance, ollama } from "@skein/provider-conformance";
import { outsideMaterial } from "@skein/test-kit";
import { createOllama } from "../src/index.ts";

conformance(
  { name: "ollama", dialect: ollama, modelId: "demo:1b", provider: createOllama },
  outsideMaterial(),
);
