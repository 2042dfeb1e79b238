import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drawMutants } from "../draw.ts";

const source = [
  "export function isOpen(at: number): boolean {",
  "  return at > 3 && at < 9;",
  "}",
  "export function isLate(at: number): boolean {",
  "  if (at < 0) throw new Error(`${at} is before the start.`);",
  "  return at >= 9 || at === 7;",
  "}",
  "",
].join("\n");

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), "skein-draw-"))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function drawFrom(text: string, size?: number, seed = 1) {
  writeFileSync(join(root, "a.ts"), text);
  const drawn = await drawMutants(root, ["a.ts"], { seed, size });
  return drawn.map(({ mutatorName, replacement }) => `${mutatorName}: ${replacement}`);
}

describe("a sample of mutants", () => {
  it("is the same each time, and another one with another seed", async () => {
    expect(await drawFrom(source, 6)).toEqual(await drawFrom(source, 6));
    expect(await drawFrom(source, 6, 2)).not.toEqual(await drawFrom(source, 6));
  });

  it("is the beginning of a larger one", async () => {
    expect((await drawFrom(source)).slice(0, 5)).toEqual(await drawFrom(source, 5));
  });

  it("stays the same when lines move", async () => {
    expect(await drawFrom(`// A comment.\n\n${source}`, 6)).toEqual(await drawFrom(source, 6));
  });

  it("contains no sentences of errors", async () => {
    const all = await drawFrom(source);
    expect(all.length).toBeGreaterThan(15);
    expect(all.filter((mutant) => mutant.startsWith("StringLiteral"))).toEqual([]);
  });
});
