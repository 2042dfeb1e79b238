import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { inspectServer } from "../src/index.ts";

const file = fileURLToPath(new URL("servers/bad-schemas.ts", import.meta.url));

it("shows which tools of a server are left out, and why", async () => {
  const settings = { name: "bad", command: process.execPath, args: [file] };
  const { tools, leftOut, broken } = await inspectServer(settings, new AbortController().signal);
  expect(tools.map(({ name }) => name)).toEqual(["draft4", "good", "marked", "untyped"]);
  expect(leftOut).toBe(0);
  expect(broken).toEqual([
    { name: "dangling", problem: '#/properties/city/$ref leads to nothing: "#/definitions/City"' },
    { name: "unnamed", problem: "#/properties has a property without a name" },
  ]);
});
