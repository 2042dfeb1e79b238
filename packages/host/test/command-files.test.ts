import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AssistantPart } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { fillIn } from "../src/commands/files/fill-in.ts";
import { hostWith, shell, text } from "./scripted-host.ts";

/** The commands of a folder whose files are these, and what one of them comes to. */
async function commandsWith(
  files: Readonly<Record<string, string>>,
  turns: readonly (readonly AssistantPart[])[] = [[text("Fine.")]],
) {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), content);
  }
  const { host } = await hostWith(folder.path, turns);
  onTestFinished(() => host.close());
  const commands = await host.commands(folder.path, ["help"]);
  const session = await host.open({ cwd: folder.path, attended: false, overrides: { mode: "auto" } });
  return {
    commands,
    session,
    decisions: async () =>
      (await Array.fromAsync(host.sessions.entries(session.id))).filter((entry) => entry.kind === "decision"),
    path: folder.path,
    own: commands.list.filter(({ group }) => group === "commands"),
    run: (name: string, argument = "") => commands.run({ name, argument }, session),
  };
}

describe("a Markdown file in a commands folder", () => {
  it("is a command: its fields describe it, its text is sent with what was typed", async () => {
    const { own, run } = await commandsWith({
      ".skein/commands/fix.md":
        "---\ndescription: Fix an issue\nargument-hint: NUMBER [HOW]\n---\nFix issue $1 ($2). All: $ARGUMENTS. See @README.md",
      ".claude/commands/front/Plain.md": "# Look around\n\nTell what is here.",
    });
    expect(own.map(({ name, description, argument }) => [name, description, argument?.hint])).toEqual([
      ["fix", "Fix an issue", "NUMBER [HOW]"],
      ["plain", "Look around", "TEXT"],
    ]);
    expect(await run("fix", '12 "with care" $1')).toEqual({
      kind: "send",
      when: "now",
      text: 'Fix issue 12 (with care). All: 12 "with care" $1. See @README.md',
    });
    expect(await run("plain", "in src")).toMatchObject({
      text: "# Look around\n\nTell what is here.\n\nin src",
    });
  });

  it("has a name that no other command has; the user's own comes before the project's", async () => {
    const { own, commands, path } = await commandsWith({
      "home/config/commands/fix.md": "Mine.",
      ".skein/commands/fix.md": "The project's.",
      ".claude/commands/undo.md": "Not this one.",
      ".claude/commands/help.md": "Nor this one.",
      ".claude/commands/a b.md": "No one could type it.",
    });
    expect(own.map(({ name, description }) => [name, description])).toEqual([["fix", "Mine."]]);
    expect(commands.taken).toEqual([
      { name: "fix", file: join(path, ".skein/commands/fix.md") },
      { name: "help", file: join(path, ".claude/commands/help.md") },
      { name: "undo", file: join(path, ".claude/commands/undo.md") },
    ]);
  });

  it.each([
    ["a command of a shell", "Status: !`git status`", "no command of a shell is run"],
    [
      "tools that there are not",
      "---\nallowed-tools: Bash(git\n---\nCommit.",
      "allowed-tools is no list of tools",
    ],
    ["a misspelt field", "---\nallowd-tools: Read\n---\nLook.", "allowd-tools is no field of a command"],
    ["a field of agents", "---\ntools: Read\n---\nLook.", "tools is no field of a command"],
    ["fields that cannot be read", "---\ndescription: [\n---\nLook.", "it.md: line "],
    ["fields without an end", "---\ndescription: Look.\n", "the --- of its first line has no second one"],
    ["another model", "---\nmodel: opus\n---\nThink.", "written for the model opus"],
  ])("that wants %s is refused with what to do", async (_, content, message) => {
    const { run } = await commandsWith({ ".claude/commands/it.md": content });
    await expect(run("it")).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining(message) as string,
      hint: expect.stringMatching(/\w/) as string,
    });
  });
});

describe("allowed-tools of a command", () => {
  it("narrows the run that it begins, and no other", async () => {
    const write = (id: string): AssistantPart => ({
      type: "tool-call",
      id,
      name: "write",
      input: { path: `${id}.txt`, content: "x" },
    });
    const read: AssistantPart = { type: "tool-call", id: "r", name: "read", input: { path: "there.txt" } };
    const file = "---\nallowed-tools: Read, Bash(git diff *)\n---\nLook.";
    const { path, session, run, decisions } = await commandsWith(
      { ".claude/commands/look.md": file, "there.txt": "There." },
      [[write("a"), read, shell("s", "touch s.txt")], [text("Fine.")], [write("c")], [text("Done.")]],
    );
    expect(await run("look")).toMatchObject({ kind: "send", text: "Look." });
    expect(await (await session.send("Look.")).result).toMatchObject({ outcome: "done" });
    const by = "command /look";
    expect((await decisions()).toSorted((one, other) => (one.callId < other.callId ? -1 : 1))).toMatchObject([
      { callId: "a", verdict: "deny", by },
      { callId: "r", verdict: "allow" },
      { callId: "s", verdict: "deny", by },
    ]);
    await (
      await session.send("And now write.")
    ).result;
    expect([existsSync(join(path, "a.txt")), existsSync(join(path, "c.txt"))]).toEqual([false, true]);
  });
});

describe("what is filled in", () => {
  it("is not looked at again, and nothing of it is lost", () => {
    fc.assert(
      fc.property(fc.string(), (argument) => {
        expect(fillIn("<$ARGUMENTS>", argument)).toBe(`<${argument}>`);
        expect(fillIn("no place", argument)).toBe(argument === "" ? "no place" : `no place\n\n${argument}`);
      }),
    );
  });
});

describe("a recipe in a recipes folder", () => {
  it("is a command by its file's name, and sends what it says", async () => {
    const { commands, run, path } = await commandsWith({
      ".skein/recipes/Release-notes.yaml":
        "version: 1.0.0\ntitle: 'Notes of a release'\ndescription: d\nprompt: Write notes.\n",
      ".skein/recipes/fix.json": '{\n  "title": "Fix it",\n  "description": "d",\n  "prompt": "Fix."\n}',
      ".skein/recipes/a b.yaml": "title: No one could type it.",
      ".skein/recipes/notes.test.yaml": "cases: []",
      ".skein/commands/fix.md": "The command.",
    });
    expect(commands.list.filter(({ group }) => group === "recipes")).toMatchObject([
      { name: "release-notes", description: "Notes of a release" },
    ]);
    expect(commands.taken).toEqual([{ name: "fix", file: join(path, ".skein/recipes/fix.json") }]);
    expect(await run("release-notes")).toMatchObject({ kind: "send", text: "Write notes." });
    expect(await run("fix")).toMatchObject({ text: "The command." });
  });
});
