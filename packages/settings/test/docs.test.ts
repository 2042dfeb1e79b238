import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { settingFields, settingNames } from "../src/index.ts";

const page = readFileSync(new URL("../../../docs/settings.md", import.meta.url), "utf8");
/** Cells of every row of a table on the page. */
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe("docs/settings.md", () => {
  it.each(settingNames)("says of %s what the code says", (name) => {
    const { key, flag, variable, fallback, description, schema } = settingFields[name];
    const words = Array.isArray(schema["enum"]) ? (schema["enum"] as string[]) : [];
    const choices = words.length === 0 ? "" : `: ${words.map((word) => `\`${word}\``).join(", ")}`;
    const value = Array.isArray(fallback) ? fallback.join(", ") : fallback?.toString();
    expect(rows).toContainEqual([
      `\`${key}\``,
      flag === undefined ? "" : `\`${flag}\``,
      `\`${variable}\``,
      value === undefined ? "" : `\`${value}\``,
      `${description}${choices}`,
    ]);
  });

  it("names no field that there is not", () => {
    const keys = settingNames.map((name) => `\`${settingFields[name].key}\``);
    const named = rows.filter((row) => row.length === 5 && row[0]?.startsWith("`")).map(([key]) => key);
    expect(named).toEqual(keys);
  });
});
