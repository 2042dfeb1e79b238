import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isFolder } from "../src/folders/index.ts";
import { tempFolder } from "./temp-folder.ts";

it("tells folders, and links to them, from all else", () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "a"));
  writeFileSync(join(folder, "file"), "");
  symlinkSync("a", join(folder, "link"));
  const found = ["a", "link", "file", "gone", "file/x", "\0"].filter((name) => isFolder(join(folder, name)));
  expect(found).toEqual(["a", "link"]);
});
