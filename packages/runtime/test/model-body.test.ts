import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { createRuntime } from "../src/index.ts";
import { done, scriptedProvider, setUp } from "./set-up.ts";

it("asks a model with the fields that the user has for it, and others without", async () => {
  await using data = await temporaryFolder();
  await using work = await temporaryFolder();
  const bodies = [];
  for (const id of ["m", "other"]) {
    const { provider, model } = scriptedProvider([done]);
    await using runtime = createRuntime({
      providers: { scripted: async () => provider },
      dataFolder: data.path,
      facts: async () => ({ [id]: { body: { top_k: 20 } } }),
    });
    const { settings } = setUp(data.path, [], work.path);
    const { agent } = await runtime.open(settings);
    expect((await agent.run("Go.").result).outcome).toBe("done");
    bodies.push(model.requests[0]!.options.body);
    expect(model.requests[0]!.messages).not.toEqual([]);
  }
  expect(bodies).toEqual([{ top_k: 20 }, undefined]);
});
