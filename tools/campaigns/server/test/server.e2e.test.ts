import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { browserAttacks } from "../browser-attacks.ts";
import { ownServer } from "../own-server.ts";
import { requestAttacks } from "../request-attacks.ts";
import type { Attack, Target } from "../target.ts";
import { openServer } from "./open-server.ts";

const program = "/usr/bin/chromium";

/** Names of the attacks with this end. */
async function ends(
  attacks: readonly Attack[],
  target: Target,
  isLetIn: boolean,
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { group, name, run } of attacks)
    if (((await run(target)) !== undefined) === isLetIn) names.push(`${group}: ${name}`);
  return names;
}

test("what skein serve lets in: none of them", async () => {
  await using own = await ownServer();
  expect(await ends(requestAttacks, own.target, true)).toEqual([]);
});

test.runIf(existsSync(program))("what skein serve lets in of pages: none of them", async () => {
  await using own = await ownServer();
  expect(await ends(browserAttacks({ program, link: own.link }), own.target, true)).toEqual([]);
});

test("an open server refuses only what Node's parser does", async () => {
  await using open = await openServer();
  const target = { url: open.url, token: undefined, read: "/", write: "/", body: "{}", events: "/" };
  expect(await ends(requestAttacks, target, false)).toEqual([
    "length: two of them",
    "length: one beside chunks",
  ]);
});

test.runIf(existsSync(program))("every page gets into an open server", async () => {
  await using open = await openServer();
  const target = { url: open.url, token: undefined, read: "/", write: "/", body: "{}", events: "/" };
  expect(await ends(browserAttacks({ program, link: undefined }), target, false)).toEqual([]);
});
