import { conformance, gemini } from "@skein/provider-conformance";
import { outsideMaterial } from "@skein/test-kit";
import { createGoogle } from "../src/index.ts";

conformance(
  { name: "google", dialect: gemini, modelId: "gemini-test", provider: createGoogle },
  outsideMaterial(),
);
