import { readFile } from "node:fs/promises";
import { sessionStates } from "@skein/protocol";
import { expect, it } from "vitest";

it("the documentation explains every state of a session", async () => {
  const text = await readFile(new URL("../../../docs/background.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| `([a-z]+)` /gm)].map(([, state]) => state);
  expect(rows).toEqual(sessionStates);
});
