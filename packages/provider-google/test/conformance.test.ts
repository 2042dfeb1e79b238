import { conformance, gemini } from "@skein/provider-kit/conformance";
import { outsideMaterial } from "@skein/test-kit";
import { createGoogle } from "../src/index.ts";

conformance(
  { name: "google", dialect: gemini, modelId: "gemini-test", provider: createGoogle },
  outsideMaterial(),
);
