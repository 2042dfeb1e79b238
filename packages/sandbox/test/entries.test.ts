import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { contentOf, entriesAt } from "../src/protected/entries.ts";

const longest = 4 * 1024 * 1024;

it("the longest file that is compared by its content has 4 MiB", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "file");
  writeFileSync(path, "");
  const hashAt = (size: number) => {
    truncateSync(path, size);
    return entriesAt(path)?.get(path)?.hash;
  };
  expect(hashAt(longest)).toBe("bb9f8df61474d25e71fa00722318cd387396ca1736605e1248821cc0de3d3af8");
  expect(contentOf(path)).toHaveLength(longest);
  const first = hashAt(longest + 1);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(() => contentOf(path)).toThrow(`${path} is not a file of that size`);
  // Another time of change is another file, although the content is the same.
  expect(hashAt(longest + 1)).not.toBe(first);
});

it("nothing is below a file", async () => {
  await using folder = await temporaryFolder();
  writeFileSync(join(folder.path, "file"), "");
  expect(entriesAt(join(folder.path, "file", "below"))).toEqual(new Map());
  expect(entriesAt(join(folder.path, "none", "below"))).toEqual(new Map());
});
