import type { AttemptModel, ModelProvider } from "@skein/protocol";
import { expect, it } from "vitest";
import { withServerHints } from "../src/providers/local-servers.ts";

it("a model has all that it has without hints", () => {
  const model: Required<AttemptModel> = {
    provider: "made-up",
    id: "m",
    limits: { context: 1000 },
    price: { input: 1, output: 2 },
    thinking: "summarized",
    effort: { levels: ["low", "high"] },
    tools: true,
    isUnmetered: false,
    stream: async function* () {},
  } as unknown as Required<AttemptModel>;
  const provider = { id: "made-up", model: () => model } as unknown as ModelProvider;
  const hinted = withServerHints(provider, {}).model("m");
  expect({ ...hinted, stream: undefined }).toEqual({ ...model, stream: undefined });
});
