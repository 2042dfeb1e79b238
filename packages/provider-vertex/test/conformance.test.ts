import { anthropicMessages, conformance, gemini } from "@skein/provider-conformance";
import type { SubjectSettings } from "@skein/provider-conformance";
import { outsideMaterial } from "@skein/test-kit";
import { createVertex } from "../src/index.ts";

const provider = ({ apiKey = "a-token", ...settings }: SubjectSettings) =>
  createVertex({ ...settings, project: "my-project", accessToken: () => Promise.resolve(apiKey) });

const lists = "The platform lists models in a way of its own; test/provider.test.ts has it.";
const notApplicable = { "models/list": lists, "models/check": lists };

const material = outsideMaterial();

conformance(
  { name: "vertex gemini", dialect: gemini, modelId: "gemini-test", provider, notApplicable },
  material,
);
conformance(
  { name: "vertex claude", dialect: anthropicMessages, modelId: "claude-test", provider, notApplicable },
  material,
);
