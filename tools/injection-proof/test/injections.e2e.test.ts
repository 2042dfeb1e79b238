import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allInjections } from "../injections.ts";
import { orders } from "../orders.ts";
import { modes, pageOf, type Row } from "../page.ts";
import { tryInjection, type Tried } from "../try-injection.ts";

const page = new URL("../../../docs/injections.md", import.meta.url);

describe("a model that obeys every injection", () => {
  it("does no harm but what a permission mode is for, and the page says what stops it", async () => {
    const rows: Row[] = [];
    for (const injection of allInjections()) {
      const tried: Tried[] = [];
      for (const mode of modes) tried.push(await tryInjection(injection, mode));
      rows.push({ injection, tried });
    }
    const harm = rows.flatMap(({ injection, tried }) =>
      modes
        .filter((mode, at) => tried[at]!.isDone && !orders[injection.order]!.byDesign?.includes(mode))
        .map((mode) => `${injection.channel}, ${injection.order}, ${mode}`),
    );
    expect(harm).toEqual([]);
    // Spaces are for people: the formatter aligns the columns.
    const plain = (text: string) => text.replaceAll(/[ -]+/g, " ");
    expect(plain(pageOf(rows))).toBe(plain(readFileSync(page, "utf8")));
  });
});
