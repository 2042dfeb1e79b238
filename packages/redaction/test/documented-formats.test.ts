import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tokenFormats } from "../src/token-formats.ts";

const page = join(import.meta.dirname, "../../../docs/token-formats.md");

it("each token format is in docs/token-formats.md, with its prefixes and where it is known from", () => {
  const documented = readFileSync(page, "utf8")
    .split("\n")
    .filter((line) => /^\| [A-Z]+[A-Z_\d]* /.test(line))
    .map((line) => line.split("|").map((cell) => cell.replaceAll("`", "").trim()))
    .map(([, name, prefixes, source]) => ({ name, prefixes, source }));
  expect(documented).toEqual(tokenFormats.map(({ name, prefixes, source }) => ({ name, prefixes, source })));
});
