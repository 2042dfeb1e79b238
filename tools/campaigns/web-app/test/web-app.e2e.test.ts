import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allScenes } from "../all-scenes.ts";
import { browserProgram, openStage, type Stage } from "../stage.ts";

/** The browser app in Debian's chromium: all that `npm run x -- proof web-app` shows, without its pictures. */
describe.skipIf(!existsSync(browserProgram))("the browser app", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  it.each(allScenes())("$name", async ({ play }) => {
    expect(await play(stage)).toBeTypeOf("string"); // it rejects when the app does not do it
  });
});
