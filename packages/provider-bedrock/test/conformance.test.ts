import { bedrockConverse, conformance } from "@skein/provider-conformance";
import { outsideMaterial } from "@skein/test-kit";
import { createBedrock } from "../src/index.ts";

conformance(
  {
    name: "bedrock",
    dialect: bedrockConverse,
    modelId: "us.anthropic.claude-haiku-4-5-20251001-v1:0",
    provider: (settings) => createBedrock({ ...settings, region: "us-east-1", controlUrl: settings.baseUrl }),
  },
  outsideMaterial(),
);
