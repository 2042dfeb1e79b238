import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { watchFiles } from "../../src/recipe-tests/watch-files.ts";

it("files are looked at each second where they cannot be watched", async () => {
  await using folder = await temporaryFolder();
  using watch = watchFiles(() => {
    throw Object.assign(new Error("System limit for number of file watchers reached"), { code: "ENOSPC" });
  });
  watch.follow([folder.path, join(folder.path, "missing")]);
  writeFileSync(join(folder.path, "a.yaml"), "text");
  const changed = await watch.next(new AbortController().signal);
  expect([...changed]).toEqual([join(folder.path, "a.yaml")]);
});
