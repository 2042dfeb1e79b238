import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { envFilesIn, isEnvFile } from "../src/env-files.ts";
import { tempFolder } from "./temp-folder.ts";

describe("a file of variables", () => {
  it.each([
    ".env",
    ".env.local",
    ".env.production",
    ".env.production.local",
    ".env.examples",
    ".env.testing",
    ".env.my-sample",
  ])("holds secrets: %s", (name) => {
    expect(isEnvFile(name)).toBe(true);
  });

  it.each([
    ".env.example",
    ".env.sample",
    ".env.template",
    ".env.dist",
    ".env.default",
    ".env.defaults",
    ".env.schema",
    ".env.Example",
    ".env.production.example",
    ".env.example.local",
    "env",
    "env.local",
    "x.env",
    ".environment",
    ".envrc",
    "..env",
    "",
  ])("holds stand-ins only, or is another file: %j", (name) => {
    expect(isEnvFile(name)).toBe(false);
  });

  it("is found in its folder, by name, and not where there is no folder", async () => {
    const folder = tempFolder();
    await mkdir(join(folder, "sub"));
    for (const name of [".env.local", ".env", ".env.example", "main.ts", "sub/.env"])
      await writeFile(join(folder, name), "");
    expect(await envFilesIn(folder)).toEqual([join(folder, ".env"), join(folder, ".env.local")]);
    expect(await envFilesIn(join(folder, "none"))).toEqual([]);
    expect(await envFilesIn(join(folder, ".env"))).toEqual([]);
  });
});
