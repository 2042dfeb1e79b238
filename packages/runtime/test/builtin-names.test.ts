import { readFile } from "node:fs/promises";
import { builtinNames, defaultBuiltins, protectedExtensionNames } from "@skein/protocol";
import { expect, it } from "vitest";
import { builtinExtensions } from "../src/builtin-extensions.ts";

it.each(builtinNames)("the built-in extension %s has the name that it is asked for by", async (name) => {
  const [extension] = await builtinExtensions([name]);
  expect(extension?.name).toBe(name);
  await extension?.close();
});

it("the README names them all", async () => {
  const text = await readFile(new URL("../README.md", import.meta.url), "utf8");
  expect(text).toContain(`Built-in extensions: ${builtinNames.map((name) => `\`${name}\``).join(", ")}.`);
});

it("those of every profile come first, and no server gets the name of one", () => {
  expect(defaultBuiltins).toEqual(["developer", "todo", "skills", "subagents", "recall"]);
  expect(builtinNames.slice(0, defaultBuiltins.length)).toEqual(defaultBuiltins);
  expect(protectedExtensionNames).toEqual([
    ...defaultBuiltins,
    "ask_user",
    "plan",
    "extensions",
    "tool-search",
  ]);
});
