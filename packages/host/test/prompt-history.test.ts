import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openPromptHistory } from "@skein/host/sessions";
import { createRedactor } from "@skein/redaction";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";

const known = "correct-horse-7-battery";
const redactor = async () =>
  createRedactor({ key: new Uint8Array(32), secrets: [{ name: "MINE", value: known }] });

describe("what was typed before", () => {
  it("is there in the next chat, the newest first, readable by its owner alone", async () => {
    await using folder = await temporaryFolder();
    const state = join(folder.path, "state");
    const first = await openPromptHistory(state, redactor);
    for (const prompt of ["one", "two\nlines", "two\nlines", "  "]) first.add(prompt);
    await first.saved();
    expect((await openPromptHistory(state, redactor)).prompts).toEqual(["two\nlines", "one"]);
    expect((await stat(join(state, "prompts.jsonl"))).mode & 0o777).toBe(0o600);
    expect((await stat(state)).mode & 0o777).toBe(0o700);
  });

  it("is kept to the last thousand, and lines that cannot be read are left out", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "prompts.jsonl");
    const lines = Array.from({ length: 1_600 }, (_, n) => JSON.stringify(`prompt ${n}`));
    await writeFile(file, `${[...lines, "{broken", "17", '"last"'].join("\n")}\n`);
    const { prompts } = await openPromptHistory(folder.path, redactor);
    expect(prompts).toHaveLength(1_000);
    expect(prompts.slice(0, 2)).toEqual(["last", "prompt 1599"]);
    expect((await readFile(file, "utf8")).trimEnd().split("\n")).toHaveLength(1_000);
  });

  it("is written without secrets: known ones, and tokens of known formats", async () => {
    await using folder = await temporaryFolder();
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    const history = await openPromptHistory(folder.path, redactor);
    history.add(`Log in with ${known}\nand ${token}.`);
    await history.saved();
    const written = await readFile(join(folder.path, "prompts.jsonl"), "utf8");
    expect(written).toMatch(/^"Log in with __SECRET_MINE_\w+__\\nand __SECRET_GITHUB_TOKEN_\w+__\."\n$/);
    expect(history.prompts).toEqual([`Log in with ${known}\nand ${token}.`]);
  });

  it("is not written while it is unknown what is secret", async () => {
    await using folder = await temporaryFolder();
    const history = await openPromptHistory(folder.path, () => Promise.reject(new Error("no key")));
    history.add("one");
    await history.saved();
    await expect(readFile(join(folder.path, "prompts.jsonl"))).rejects.toThrow("ENOENT");
  });

  it("has no prompt twice in a row, also when two chats wrote it, and none that is very long", async () => {
    await using folder = await temporaryFolder();
    const lines = ["one", "two", "two", "one"].map((prompt) => JSON.stringify(prompt));
    await writeFile(join(folder.path, "prompts.jsonl"), `${lines.join("\n")}\n`);
    const history = await openPromptHistory(folder.path, redactor);
    expect(history.prompts).toEqual(["one", "two", "one"]);
    for (const prompt of ["one", "x".repeat(20_001), "x".repeat(20_000)]) history.add(prompt);
    expect(history.prompts.map(({ length }) => length)).toEqual([20_000, 3, 3, 3]);
    await history.saved();
    expect((await openPromptHistory(folder.path, redactor)).prompts).toEqual(history.prompts);
  });

  it("does not stop a chat when it cannot be written", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "state"), "a file where the folder should be");
    const history = await openPromptHistory(join(folder.path, "state"), redactor);
    history.add("one");
    await history.saved();
    expect(history.prompts).toEqual(["one"]);
  });
});
