import { commandsOf } from "../src/index.ts";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  questionText,
  extractText,
  type AskUser,
  type AssistantPart,
  type JsonObject,
} from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { fillIn } from "../src/files/fill-in.ts";
import { trustStore } from "@skein/settings";
import { checkedResults } from "./checked-results.ts";
import { hostWith, machineOf, shell, text } from "@skein/test-host";

/** The commands of a folder whose files are these, and what one of them comes to. */
async function commandsWith(
  files: Readonly<Record<string, string | Buffer>>,
  turns: readonly (readonly AssistantPart[])[] = [[text("Fine.")], [text("Yes.")]],
  overrides: { readonly mode: string } = { mode: "auto" },
) {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), content);
  }
  const { host } = await hostWith(folder.path, turns);
  onTestFinished(() => host.close());
  const commands = checkedResults(await commandsOf(host, folder.path, { reserved: ["help"] }));
  const session = await host.open({ cwd: folder.path, attended: false, overrides });
  const entries = () => Array.fromAsync(host.sessions.entries(session.id));
  return {
    commands,
    session,
    entries,
    decisions: async () => (await entries()).filter((entry) => entry.kind === "decision"),
    path: folder.path,
    trust: async () => trustStore(machineOf(folder.path).directories.data).add(folder.path),
    own: commands.list.filter(({ group }) => group === "commands"),
    run: (name: string, argument = "", options = {}) => commands.run({ name, argument }, session, options),
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

  it.each([
    [".skein/commands/it.md", "UTF-16 with a mark", Buffer.from("\uFEFFGrüße schöner Öfen", "utf16le"), []],
    [".claude/commands/it.md", "UTF-16 without one", Buffer.from("Grüße schöner Öfen", "utf16le"), []],
    [
      ".claude/commands/it.md",
      "windows-1252",
      Buffer.from("Grüße schöner Öfen", "latin1"),
      ["it.md is not UTF-8: read as windows-1252, which is a guess. Save it as UTF-8."],
    ],
  ])("%s may be in %s; a guess is named", async (path, _, bytes, sentences) => {
    const { run } = await commandsWith({ [path]: bytes });
    const warnings: string[] = [];
    const result = await run("it", "", { tell: (sentence: string) => warnings.push(sentence) });
    expect(result).toMatchObject({ kind: "send", text: "Grüße schöner Öfen" });
    expect(warnings.map((sentence) => sentence.replace(/^.*\//, ""))).toEqual(sentences);
  });

  it("of a recipe has the title of its file, whatever the encoding", async () => {
    const recipe = Buffer.from("\uFEFFtitle: Grüße\ndescription: D\nprompt: P\n", "utf16le");
    const { commands } = await commandsWith({ ".skein/recipes/greet.yaml": recipe });
    expect(commands.list.find(({ name }) => name === "greet")?.description).toContain("Grüße");
  });

  it.each([
    ["only a text", "Look.", undefined],
    ["only a model", "---\nmodel: opus\n---\nLook.", undefined],
    ["allowed tools", "---\nallowed-tools: Read\n---\nLook.", "between-runs"],
    ["a command of a shell", "Look: !`ls`", "between-runs"],
    ["both", "---\nallowed-tools: Read\n---\nLook: !`ls`", "between-runs"],
  ])("with %s can be used at the times that fit it", async (_, content, when) => {
    const { own } = await commandsWith({ ".claude/commands/it.md": content });
    expect(own.map((command) => command.when)).toEqual([when]);
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
    [
      "a command of a shell, in a project that is not trusted",
      "Status: !`git status`",
      "trust in this project does not cover it",
    ],
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

describe("a command of a shell in a command", () => {
  const file = "home/config/commands/look.md";

  it("is a call before the model is asked, and its output stands in the journal as that of any call", async () => {
    const { run, session, decisions, entries } = await commandsWith({
      [file]: "Words: !`echo $1 >> made; cat made` and !`echo two`. All of it: $ARGUMENTS",
    });
    const sent = await run("look", "one");
    expect(sent).toMatchObject({
      kind: "send",
      text: "Words: (the output of command 1, which has run first) and (the output of command 2, which has run first). All of it: one",
    });
    const { result } = await session.send("Words.");
    expect(await result).toMatchObject({ outcome: "done", text: "Fine.", turns: 2, toolCalls: 2 });
    const kept = await entries();
    const outputs = kept.flatMap((one) => (one.kind === "tool-result" ? [extractText(one.content)] : []));
    expect(outputs.toSorted()).toEqual(["one", "two"]);
    expect(await decisions()).toMatchObject([{ verdict: "allow" }, { verdict: "allow" }]);
    const replies = kept.filter((one) => one.kind === "assistant-message");
    expect(replies[0]?.content).toMatchObject([
      { type: "text", text: "/look runs these 2 commands first." },
      { name: "shell", input: { command: "echo one >> made; cat made" } },
      { name: "shell", input: { command: "echo two" } },
    ]);
    await (
      await session.send("And now?")
    ).result;
    expect((await entries()).filter((one) => one.kind === "tool-intent")).toHaveLength(2);
  });

  it("is asked about, narrowed and denied as any call is, and what is filled in is no command", async () => {
    const narrowed = "---\nallowed-tools: Bash(git status:*)\n---\n!`touch made` $ARGUMENTS";
    const { run, session, decisions, path } = await commandsWith({ [file]: narrowed });
    expect(await run("look", "!`touch other`")).toMatchObject({
      text: "(the output of command 1, which has run first) !`touch other`",
    });
    await (
      await session.send("Look.")
    ).result;
    expect(await decisions()).toMatchObject([{ verdict: "deny", by: "command /look" }]);
    expect(existsSync(join(path, "made"))).toBe(false);
  });

  it("waits for an answer where the mode asks", async () => {
    const { run, session, path } = await commandsWith({ [file]: "!`touch made`" }, [], {
      mode: "smart_approve",
    });
    await run("look");
    expect(await (await session.send("Look.")).result).toMatchObject({ outcome: "needs-input" });
    expect(await session.openQuestions()).toMatchObject([
      { tool: "shell", input: { command: "touch made" } },
    ]);
    expect(existsSync(join(path, "made"))).toBe(false);
  });

  it("runs for a project that is trusted with it, and otherwise when the user agrees", async () => {
    const content = "!`ls $1`";
    const { run, trust, commands, session } = await commandsWith({
      ".skein/commands/look.md": content,
      ".claude/commands/other.md": content,
    });
    await expect(run("look")).rejects.toMatchObject({ nextStep: { do: "trust-folder" } });
    await trust();
    expect(await run("look", "src")).toMatchObject({ kind: "send" });
    await expect(run("other")).rejects.toMatchObject({ hint: expect.stringContaining("copy it") as string });
    const asked: string[] = [];
    const answering =
      (reply: JsonObject | null): AskUser =>
      async (question) => {
        asked.push(questionText(question));
        return { reply };
      };
    const line = { name: "other", argument: "src" };
    const answered = (reply: JsonObject | null) => commands.run(line, session, { ask: answering(reply) });
    expect(await answered({ run: "yes" })).toMatchObject({ kind: "send" });
    expect(asked[0]).toMatch(/other\.md, a file of this project, runs these commands first:\n {2}ls src$/);
    for (const reply of [null, { run: "no" }]) expect(await answered(reply)).toEqual({ kind: "declined" });
  });

  it("needs a session that may use a shell", async () => {
    const { run } = await commandsWith({ [file]: "!`ls`" }, undefined, { mode: "chat" });
    await expect(run("look")).rejects.toMatchObject({
      code: "usage",
      message: "The command needs the tool shell, which is off here.",
    });
  });
});

describe("what is filled in", () => {
  it("is not looked at again, and nothing of it is lost", () => {
    checkProperty(
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
