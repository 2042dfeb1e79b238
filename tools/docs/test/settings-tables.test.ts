import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { cellsOf } from "../page-table.ts";
import { withSettingsTables } from "../settings-tables.ts";

const page = readFileSync(new URL("../../../docs/settings.md", import.meta.url), "utf8");

it("docs/settings.md has the settings of the code: after a change, run npm run format", () => {
  expect(cellsOf(page)).toEqual(cellsOf(withSettingsTables(page)));
});

it("a page without the tables is refused", () => {
  expect(() => withSettingsTables("# Settings\n")).toThrow('no table below "## Fields"');
});
