import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonValue } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { chatCompletions } from "../src/chat/completions.ts";
import { slashCommands } from "../src/chat/slash-commands.ts";
import { editableText, editedInput } from "../src/chat/edited-input.ts";
import { openPromptHistory } from "../src/chat/prompt-history.ts";

describe("what was typed before", () => {
  it("is there in the next chat, the newest first, readable by its owner alone", async () => {
    await using folder = await temporaryFolder();
    const state = join(folder.path, "state");
    const first = await openPromptHistory(state);
    for (const prompt of ["one", "two\nlines", "two\nlines", "  "]) first.add(prompt);
    await first.saved();
    expect((await openPromptHistory(state)).prompts).toEqual(["two\nlines", "one"]);
    expect((await stat(join(state, "prompts.jsonl"))).mode & 0o777).toBe(0o600);
    expect((await stat(state)).mode & 0o777).toBe(0o700);
  });

  it("is kept to the last thousand, and lines that cannot be read are left out", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "prompts.jsonl");
    const lines = Array.from({ length: 1_600 }, (_, n) => JSON.stringify(`prompt ${n}`));
    await writeFile(file, `${[...lines, "{broken", "17", '"last"'].join("\n")}\n`);
    const { prompts } = await openPromptHistory(folder.path);
    expect(prompts).toHaveLength(1_000);
    expect(prompts.slice(0, 2)).toEqual(["last", "prompt 1599"]);
    expect((await readFile(file, "utf8")).trimEnd().split("\n")).toHaveLength(1_000);
  });

  it("does not stop a chat when it cannot be written", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "state"), "a file where the folder should be");
    const history = await openPromptHistory(join(folder.path, "state"));
    history.add("one");
    await history.saved();
    expect(history.prompts).toEqual(["one"]);
  });
});

describe("an input that is edited", () => {
  it.each<[JsonValue]>([[{ command: "ls", timeout_ms: 5 }], [{ path: "a", content: "b" }], [[1]], ["x"]])(
    "stays the same when nothing is changed: %j",
    (input) => {
      expect(editedInput(input, editableText(input))).toEqual({ input });
    },
  );

  it("is a command, with its other fields kept", () => {
    expect(editedInput({ command: "ls", timeout_ms: 5 }, "pwd")).toEqual({
      input: { command: "pwd", timeout_ms: 5 },
    });
  });

  it.each([
    [{ command: "ls" }, " "],
    [{ a: 1 }, "{"],
  ])("is refused when it means nothing: %j", (input, text) => {
    expect(editedInput(input, text)).toHaveProperty("problem");
  });
});

describe("completion", () => {
  it("completes commands, their arguments and files", async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, "src"));
    for (const name of ["src/a.ts", "src/b.ts", "read.me", ".hidden", "evil\u001b[2J"]) {
      await writeFile(join(folder.path, name), "");
    }
    const complete = chatCompletions(folder.path, slashCommands());
    const values = async (before: string, isFirst = true, isAsked = false) =>
      (await complete(before, isFirst, isAsked))?.items.map(({ value }) => value);
    expect(await values("/mo")).toEqual(["/model ", "/mode "]);
    expect(await values("/mode")).toEqual(["/mode ", "/model "]);
    expect(await values("/mode a")).toEqual(["auto", "approve"]);
    expect(await values("/mode auto")).toBeUndefined();
    expect(await values("/mo", false)).toBeUndefined();
    expect(await values("see @")).toEqual(["@read.me ", "@src/"]);
    expect(await values("see @src/a")).toEqual(["@src/a.ts "]);
    expect(await values("see .h", true, true)).toEqual([".hidden "]);
    expect(await values("me@example.org")).toBeUndefined();
    expect(await values("see @nowhere/")).toBeUndefined();
  });
});
