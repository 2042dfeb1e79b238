import { defineExtension } from "@skein/extension-kit";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { setUp } from "./set-up.ts";

it("says which extension it is still waiting for", async () => {
  await using folder = await temporaryFolder();
  const { runtime, settings } = setUp(folder.path, []);
  await using _ = runtime;
  const told = Promise.withResolvers<string>();
  // It starts when the user has been told that it has not.
  const slow = defineExtension({ name: "slow", tools: [], start: async () => void (await told.promise) });
  await runtime.open({ ...settings, extensions: [slow], slowStartMs: 5, warn: told.resolve });
  expect(await told.promise).toBe("Still waiting for slow to start.");
});
