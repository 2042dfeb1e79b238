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

const never = new AbortController().signal;

describe("completion", () => {
  it("completes commands, their arguments and files", async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, "src"));
    for (const name of ["src/a.ts", "src/b.ts", "read.me", ".hidden", "evil\u001b[2J"]) {
      await writeFile(join(folder.path, name), "");
    }
    const complete = chatCompletions(folder.path, async () => slashCommands());
    const values = async (before: string, isFirst = true, isAsked = false) =>
      (await complete(before, isFirst, isAsked, never))?.items.map(({ value }) => value);
    expect(await values("/mo")).toEqual(["/model ", "/mode "]);
    expect(await values("/mode")).toEqual(["/mode ", "/model "]);
    expect(await values("/mode a")).toEqual(["auto", "accept_edits", "approve"]);
    expect(await values("/mode auto")).toBeUndefined();
    expect(await values("/mo", false)).toBeUndefined();
    expect(await values("see @")).toEqual(["@read.me ", "@src/"]);
    expect(await values("see @src/")).toEqual(["@src/a.ts ", "@src/b.ts "]);
    expect(await values("see @sa")).toEqual(["@src/a.ts "]);
    expect(await values("see @rm")).toEqual(["@read.me "]);
    expect(await values("see .h", true, true)).toEqual([".hidden "]);
    expect(await values("me@example.org")).toBeUndefined();
    expect(await values("see @nowhere/")).toBeUndefined();
  });

  it("finds files and folders by letters of their paths, quotes blanks, and leaves out what is ignored", async () => {
    await using folder = await temporaryFolder();
    const files = [
      "src/cart/total.ts",
      "src/cart/items.ts",
      "docs/my notes.md",
      "secret/key.ts",
      "build/total.js",
    ];
    for (const name of files) {
      await mkdir(join(folder.path, name, ".."), { recursive: true });
      await writeFile(join(folder.path, name), "");
    }
    await writeFile(join(folder.path, ".gitignore"), "build\n");
    await writeFile(join(folder.path, ".skeinignore"), "secret\n");
    const complete = chatCompletions(folder.path, async () => []);
    const values = async (before: string) =>
      (await complete(before, true, false, never))?.items.map(({ value }) => value);
    expect(await values("@total")).toEqual(["@src/cart/total.ts "]);
    expect(await values("@cart")).toEqual(["@src/cart/", "@src/cart/items.ts ", "@src/cart/total.ts "]);
    expect(await values("@notes")).toEqual(['@"docs/my notes.md" ']);
    expect(await values('@"docs/')).toEqual(['@"docs/my notes.md" ']);
    expect(await values("@key")).toBeUndefined();
    expect(await values("@secret/")).toBeUndefined();
    expect(await values("@build/")).toEqual(["@build/total.js "]);
  });

  it("finds what the code declares behind @#", async () => {
    await using folder = await temporaryFolder();
    await writeFile(
      join(folder.path, "cart.ts"),
      "export class Cart {\n  total() { return 1; }\n}\nconst toast = 1;\n",
    );
    const complete = chatCompletions(folder.path, async () => []);
    const found = await complete("see @#TO", true, false, never);
    expect(found).toEqual({
      prefix: "@#TO",
      items: [
        { value: "toast (cart.ts:4) ", label: "toast", description: "constant cart.ts:4" },
        { value: "Cart.total (cart.ts:2) ", label: "Cart.total", description: "method cart.ts:2" },
      ],
    });
    expect(await complete("see @#", true, false, never)).toBeUndefined();
  });

  it("gives up when more was typed", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "a.ts"), "const abc = 1;\n");
    const complete = chatCompletions(folder.path, async () => []);
    await expect(complete("@#abc", true, false, AbortSignal.abort("more"))).rejects.toBe("more");
  });
});

it("finds resources by letters of their addresses, the best first", async () => {
  const addresses = ["@lib:books://c/a/t/a/l/o/g", "@lib:catalogue", "@lib:cat"];
  const complete = chatCompletions(
    import.meta.filename,
    async () => [],
    undefined,
    async () => addresses,
  );
  const found = await complete("@lib:cat", true, false, new AbortController().signal);
  expect(found?.items.map(({ value }) => value)).toEqual([
    "@lib:cat",
    "@lib:catalogue",
    "@lib:books://c/a/t/a/l/o/g",
  ]);
});
