import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonValue } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { chatCompletions } from "../src/commands/completions.ts";
import { slashCommands } from "../src/commands/slash-commands.ts";
import { editableText, editedInput } from "../src/questions/edited-input.ts";

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
    const complete = chatCompletions(folder.path, async () => slashCommands());
    const values = async (before: string, isFirst = true, isAsked = false) =>
      (await complete(before, isFirst, isAsked))?.items.map(({ value }) => value);
    expect(await values("/mo")).toEqual(["/model ", "/mode "]);
    expect(await values("/mode")).toEqual(["/mode ", "/model "]);
    expect(await values("/mode a")).toEqual(["auto", "accept_edits", "approve"]);
    expect(await values("/mode auto")).toBeUndefined();
    expect(await values("/mo", false)).toBeUndefined();
    expect(await values("see @")).toEqual(["@read.me ", "@src/"]);
    expect(await values("see @src/a")).toEqual(["@src/a.ts "]);
    expect(await values("see .h", true, true)).toEqual([".hidden "]);
    expect(await values("me@example.org")).toBeUndefined();
    expect(await values("see @nowhere/")).toBeUndefined();
  });
});
