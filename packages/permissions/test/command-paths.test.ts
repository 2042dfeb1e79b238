import { expect, it } from "vitest";
import { commandPaths } from "../src/index.ts";

it.each([
  ["cat a.txt", ["/w/a.txt"]],
  ["cd sub && head -5 b | wc -l", ["/w/sub/b"]],
  ["grep x < in.txt", ["/w/in.txt"]],
  ["sudo tail -f /var/log/x", ["/var/log/x"]],
  ["bash -c 'sed -n 1p c'", ["/w/c"]],
  ["cp from to", ["/w/from", "/w/to"]],
  ["echo text", []],
  ["cat $unknown", []],
])("the paths that %s names", async (command, expected) => {
  const paths = (await commandPaths(command, "/w")).map(({ places }) => places[0]);
  expect(expected.filter((path) => !paths.includes(path))).toEqual([]);
  expect(paths.length > 0).toBe(expected.length > 0);
});
