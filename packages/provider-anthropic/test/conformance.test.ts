import { anthropicMessages, conformance } from "@skein/provider-conformance";
import { outsideMaterial } from "@skein/test-kit";
import { createAnthropic } from "../src/index.ts";

conformance(
  { name: "anthropic", dialect: anthropicMessages, modelId: "claude-test", provider: createAnthropic },
  outsideMaterial(),
);
