import { conformance, ollama } from "@skein/provider-kit/conformance";
import { outsideMaterial } from "@skein/test-kit";
import { createOllama } from "../src/index.ts";

conformance(
  { name: "ollama", dialect: ollama, modelId: "demo:1b", provider: createOllama },
  outsideMaterial(),
);
