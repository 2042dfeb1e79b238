import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AssistantPart } from "@skein/protocol";
import { shell, text } from "@skein/test-host";
import { describe, expect, it } from "vitest";
import { chatWith } from "./chat-with.ts";

const write = (id: string, content: string): readonly AssistantPart[] => [
  { type: "tool-call", id, name: "write", input: { path: "a.txt", content } },
];

describe("an empty conversation", () => {
  it.each(["undo", "redo", "rewind", "fork", "diff", "compact"])("has nothing to %s", async (name) => {
    const { run } = await chatWith();
    await expect(run(name)).rejects.toMatchObject({
      code: "usage",
      message: `Nothing to ${name}: the conversation is empty.`,
    });
  });

  it("has nothing to rewind to once all of it is undone", async () => {
    const { run, say } = await chatWith({ turns: [[text("One.")]] });
    await say("Hello");
    expect(await run("undo")).toMatchObject({ text: "Hello" });
    await expect(run("rewind")).rejects.toMatchObject({
      code: "usage",
      message: "Nothing to rewind: the conversation is empty.",
    });
    expect(await run("redo")).toMatchObject({ kind: "rewound", by: "redo" });
    expect(await run("rewind")).toMatchObject({ points: [{ text: "Hello" }] });
  });
});

describe("/undo and /redo", () => {
  it("undo twice and redo what was undone last", async () => {
    const { run, say, path } = await chatWith({
      turns: [write("1", "one"), [text("First.")], write("2", "two"), [text("Second.")]],
    });
    const content = () => readFile(join(path, "a.txt"), "utf8").catch(() => undefined);
    await say("write one");
    await say("write two");
    expect(await run("undo")).toMatchObject({ kind: "rewound", by: "undo", text: "write two" });
    expect(await content()).toBe("one");
    expect(await run("undo")).toMatchObject({ text: "write one" });
    expect(await content()).toBeUndefined();
    const redone = await run("redo");
    expect(redone).toMatchObject({ kind: "rewound", by: "redo" });
    expect(redone).not.toHaveProperty("text");
    expect(await content()).toBe("one");
    await run("redo");
    expect(await content()).toBe("two");
    await expect(run("redo")).rejects.toThrow(/redo/);
  });
});

describe("/rewind", () => {
  it.each([
    ["x".repeat(60), "x".repeat(60)],
    ["x".repeat(61), `${"x".repeat(60)}…`],
    ["  the first line\nand another", "the first line"],
  ])("has titles of one short line: %j", async (message, title) => {
    const { run, say } = await chatWith({ turns: [[text("One.")]] });
    await say(message);
    const listed = await run("rewind");
    expect(listed).toEqual({
      kind: "rewind-points",
      points: [{ text: title, at: expect.any(Number) as number }],
    });
  });

  it.each(["0", "2", "x1", "1x", "1 file", "1files", "1 conversation files", "-1"])(
    "asks which message is meant: %s",
    async (argument) => {
      const { run, say } = await chatWith({ turns: [[text("One.")]] });
      await say("Hello");
      await expect(run("rewind", argument)).rejects.toMatchObject({
        code: "usage",
        message: "Go back to before which message?",
        hint: "Name it by its number, the last message is 1:\n1. Hello",
      });
    },
  );

  it("names twenty messages in its hint", async () => {
    const { run, say } = await chatWith({ turns: Array.from({ length: 21 }, () => [text("Yes.")]) });
    for (let at = 1; at <= 21; at++) await say(`message ${at}`);
    const error: unknown = await run("rewind", "99").catch((thrown: unknown) => thrown);
    const { hint } = error as { readonly hint: string };
    expect(hint.split("\n")).toHaveLength(21);
    expect(hint).toMatch(/\n20\. message 2$/);
    expect(await run("rewind", "21  conversation")).toMatchObject({ by: "rewind", text: "message 1" });
  });
});

describe("/fork", () => {
  it.each([
    ["", {}],
    ["Other way", { name: "Other way" }],
  ])("goes to a copy: %j", async (name, named) => {
    const { run, say, session, host } = await chatWith({ turns: [[text("One.")]] });
    await say("Hello");
    const forked = await run("fork", name);
    expect(forked).toEqual({
      kind: "go-to",
      how: "fork",
      session: expect.any(String) as string,
      parent: session.id,
      ...named,
    });
    const id = "session" in forked ? forked.session : "";
    const listed = (await host.sessions.list()).find((line) => line.session === id);
    expect(listed).toMatchObject({ summary: { parent: { session: session.id }, ...named } });
  });
});

describe("/continue", () => {
  it("needs a run that was left open", async () => {
    const { run, say } = await chatWith({ turns: [[text("One.")]] });
    const nothing = {
      code: "usage",
      message: "Nothing to resume: no run was left open.",
      hint: "Send a message that says what to do next.",
    };
    await expect(run("continue")).rejects.toMatchObject(nothing);
    await say("Hello");
    await expect(run("continue")).rejects.toMatchObject(nothing);
  });
});

describe("/diff", () => {
  it("has the hunks of the last run that changed files, and reverts one", async () => {
    const lines = (first: string, last: string) => `${first}\n${"same\n".repeat(20)}${last}\n`;
    const { run, say, path } = await chatWith({
      files: { "a.txt": lines("one", "two") },
      turns: [
        [{ type: "tool-call", id: "r", name: "read", input: { path: "a.txt" } }],
        write("1", lines("ONE", "TWO")),
        [text("Done.")],
        [text("Nothing.")],
      ],
    });
    await say("Shout");
    await say("And now?");
    const diff = await run("diff");
    expect(diff).toMatchObject({ kind: "diff", diff: { files: [{ path: join(path, "a.txt") }] } });
    expect("hunks" in diff && diff.hunks).toHaveLength(2);
    for (const wrong of ["revert", "revert x", "revert 1 2", "xrevert 1", "undo 1"])
      await expect(run("diff", wrong)).rejects.toMatchObject({
        code: "usage",
        message: `/diff cannot do ${JSON.stringify(wrong)}.`,
        hint: "/diff revert NUMBER reverts a hunk.",
      });
    const reverted = await run("diff", "revert   2");
    expect(reverted).toMatchObject({ kind: "hunk-reverted", reverted: { number: 2 } });
    expect("hunks" in reverted && reverted.hunks).toHaveLength(1);
    expect(await readFile(join(path, "a.txt"), "utf8")).toBe(lines("ONE", "two"));
    await expect(run("diff", "revert 10")).rejects.toThrow(/10/);
  });

  it("has nothing where no run changed a file", async () => {
    const { run, say } = await chatWith({ turns: [[text("One.")]] });
    await say("Hello");
    expect(await run("diff")).toEqual({ kind: "diff" });
    expect(await run("diff", "revert 1")).toEqual({ kind: "diff" });
  });
});

describe("while a run is on", () => {
  it("what changes the session waits, and what only looks does not", async () => {
    const { run, session } = await chatWith({ turns: [[shell("1", "sleep 30")]] });
    const { result } = await session.send("wait");
    for await (const { type } of session.events()) if (type === "tool-start") break;
    for (const name of ["undo", "redo", "rewind", "fork", "continue", "clear", "name", "resume", "recipe"])
      expect(await run(name, "1")).toEqual({ kind: "must-wait", name });
    expect(await run("diff", "revert 1")).toEqual({ kind: "must-wait", name: "diff" });
    expect(await run("diff")).toEqual({ kind: "diff" });
    expect(await run("cost")).toMatchObject({ kind: "costs" });
    session.interrupt();
    await result;
  });
});
