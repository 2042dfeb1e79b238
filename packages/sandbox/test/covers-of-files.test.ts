import { rmdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { coversFor } from "../src/barrier/covers.ts";

it("covers only the file where a protected path is below a file", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, ".vscode");
  await writeFile(file, "text");
  const { covers, release } = coversFor([join(file, "tasks.json")], [folder.path], (path) => rmdirSync(path));
  release();
  expect(covers).toEqual([{ path: file, kind: "keep" }]);
});
