import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor, followFile, type GrowingRedactor } from "../src/index.ts";
import { key, randomText } from "./secrets.ts";
import { tempFolder } from "./temp-folder.ts";

const value = randomText(30, 1);
const token = `ghp_${randomText(36, 2)}`;
const redactor = () => createRedactor({ key, secrets: [{ name: "A", value }] });
const written = (text: string) => {
  const path = join(tempFolder(), "output.txt");
  writeFileSync(path, text, { mode: 0o600 });
  return path;
};

describe("a file that is followed", () => {
  // The text of a token may stand inside a word, too.
  const texts = fc
    .array(fc.constantFrom(value, token, `${value.slice(0, 12)} `, "word ", "\n", "é", "x "), {
      maxLength: 30,
    })
    .map((parts) => parts.join(""));
  const cuts = fc.array(fc.nat(400), { maxLength: 6 });

  /** What becomes of a file that grows in pieces. */
  async function followed(bytes: Buffer, at: readonly number[], by: GrowingRedactor): Promise<string> {
    const path = written("");
    const file = followFile(path, by);
    let from = 0;
    for (const to of [...at.filter((cut) => cut < bytes.length), bytes.length].toSorted((a, b) => a - b)) {
      appendFileSync(path, bytes.subarray(from, to));
      from = to;
      file.look();
    }
    expect(await file.finish()).toBe(true);
    return readFileSync(path, "latin1");
  }

  it("is, wherever it is cut, what it would be as a whole, once its tokens are known", async () => {
    await checkProperty(
      fc.asyncProperty(texts, cuts, async (text, at) => {
        const bytes = Buffer.from(text);
        const known = redactor();
        known.redact(bytes.toString("latin1"));
        const after = await followed(bytes, at, known);
        const stream = known.stream();
        expect(after).toBe(stream.push(bytes.toString("latin1")) + stream.end());
      }),
    );
  });

  it("shows no secret, wherever it is cut, and what it hides can be restored", async () => {
    await checkProperty(
      fc.asyncProperty(texts, cuts, async (text, at) => {
        const bytes = Buffer.from(text);
        const learning = redactor();
        const after = await followed(bytes, at, learning);
        expect(after).not.toContain(value);
        expect(after).not.toContain(token);
        expect(learning.restore(after)).toBe(bytes.toString("latin1"));
      }),
    );
  });

  it("has nothing unclean beside it at any time, and nothing at all at the end", async () => {
    const path = written(`${"a line\n".repeat(20_000)}${value}\n`);
    const folder = join(path, "..");
    const file = followFile(path, redactor());
    while (file.look());
    appendFileSync(path, value.slice(0, 15));
    file.look();
    const beside = readdirSync(folder).find((name) => name !== "output.txt") ?? "";
    expect(beside).toMatch(/^\.output\.txt\..*\.skein-new$/);
    expect(readFileSync(join(folder, beside), "latin1")).not.toContain(value.slice(0, 15));
    expect(statSync(join(folder, beside)).mode & 0o777).toBe(0o600);
    appendFileSync(path, value.slice(15));
    expect(await file.finish()).toBe(true);
    expect(readdirSync(folder)).toEqual(["output.txt"]);
    expect(readFileSync(path, "latin1")).not.toContain(value);
  });

  it.each<[string, (path: string) => void]>([
    ["is cut", (path) => writeFileSync(path, "short")],
    ["is replaced", (path) => writeFileSync(`${path}.new`, "x".repeat(100))],
    ["is gone", () => {}],
  ])("that %s meanwhile is left as it is", async (what, change) => {
    const path = written("x".repeat(100));
    const file = followFile(path, redactor());
    file.look();
    change(path);
    const { renameSync, rmSync } = process.getBuiltinModule("node:fs");
    if (what === "is replaced") renameSync(`${path}.new`, path);
    if (what === "is gone") rmSync(path);
    expect(await file.finish()).toBe(false);
    expect(readdirSync(join(path, ".."))).toEqual(what === "is gone" ? [] : ["output.txt"]);
  });

  it("is not taken when a secret became known after its text was read", async () => {
    const path = written("a later-secret-8f3k\n".repeat(10));
    const known = redactor();
    const file = followFile(path, known);
    file.look();
    known.add({ name: "LATER", value: "later-secret-8f3k" });
    expect(await file.finish()).toBe(false);
  });

  it("is not touched when it is dropped", () => {
    const path = written(value);
    const file = followFile(path, redactor());
    file.look();
    file.drop();
    expect([readFileSync(path, "latin1"), readdirSync(join(path, ".."))]).toEqual([value, ["output.txt"]]);
  });
});
