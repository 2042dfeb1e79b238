import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { knownProviders } from "../../../apps/cli/src/providers.ts";
import { gooseProviders } from "../../../packages/imports/src/reading/goose-providers.ts";
import { cellsOf } from "../page-table.ts";
import { withProviderTables } from "../provider-tables.ts";

const page = readFileSync(new URL("../../../docs/providers.md", import.meta.url), "utf8");

it("docs/providers.md has the providers of the code: after a change, run npm run format", () => {
  expect(cellsOf(page)).toEqual(cellsOf(withProviderTables(page)));
});

it("a page without the tables is refused", () => {
  expect(() => withProviderTables("# Providers\n")).toThrow('no table below "## Bundled definitions"');
});

it("what stands for a provider of Goose is a provider that there is", () => {
  const named = Object.values(gooseProviders).flatMap((found) => ("provider" in found ? found.provider : []));
  expect(named.filter((id) => !Object.hasOwn(knownProviders, id))).toEqual([]);
});
