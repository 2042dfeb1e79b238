import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sentTable } from "../sent-table.ts";

const page = readFileSync(new URL("../../../../docs/providers.md", import.meta.url), "utf8");

/** Rows of a table, whatever the width of its columns. */
function rowsOf(table: string): readonly string[] {
  const rows = table.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| -"));
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
      .join("|"),
  );
}

describe("docs/providers.md", () => {
  it("says what is sent to each vendor, as it is sent", async () => {
    const section = /## What is sent\n(?<table>[^]*?)(?=\n## |$)/.exec(page)?.groups?.["table"] ?? "";
    expect(rowsOf(section)).toEqual(rowsOf(await sentTable()));
  });
});
