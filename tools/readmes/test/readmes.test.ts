import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { codeBlocks } from "../code-blocks.ts";

const packages = fileURLToPath(new URL("../../../packages", import.meta.url));

// The end-to-end tests run them.
it("the README of every package has an example that can be run", () => {
  const without = readdirSync(packages).filter(
    (name) => codeBlocks(readFileSync(join(packages, name, "README.md"), "utf8")).length === 0,
  );
  expect(without).toEqual([]);
});
