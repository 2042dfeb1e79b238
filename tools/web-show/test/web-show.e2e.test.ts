import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approvals } from "../scenes/approvals.ts";
import { connections } from "../scenes/connections.ts";
import { extensionPages } from "../scenes/extension-pages.ts";
import { journeys } from "../scenes/journeys.ts";
import { loads } from "../scenes/loads.ts";
import { logins } from "../scenes/logins.ts";
import { screens } from "../scenes/screens.ts";
import { browserProgram, openStage, type Stage } from "../stage.ts";

/** The browser app in Debian's chromium: all that npm run web:show shows, without its pictures. */
describe.skipIf(!existsSync(browserProgram))("the browser app", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  it.each([
    ...screens(undefined),
    ...approvals,
    ...connections,
    ...extensionPages,
    ...journeys,
    ...logins,
    ...loads,
  ])("$name", async ({ play }) => {
    expect(await play(stage)).toBeTypeOf("string"); // it rejects when the app does not do it
  });
});
