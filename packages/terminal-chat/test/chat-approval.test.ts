import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Effect, JsonValue } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { approvalOf } from "../src/questions/approval.ts";
import { callInput, wholeInput } from "../src/calls/call-input.ts";
import { approvalQuestion } from "../src/questions/line-answer.ts";

const questionOf = (tool: string, effect: Effect, input: JsonValue) => ({
  id: "q",
  kind: "approval" as const,
  callId: "c",
  tool,
  extension: "developer",
  effect,
  input,
  reason: "asked",
});

describe("what is shown before a call", () => {
  it("is a command to its last character, and every other field", () => {
    const input = { command: "echo a\nrm -rf b", timeout_ms: 5 };
    expect(wholeInput(input, undefined).lines).toEqual(["echo a", "rm -rf b", "timeout_ms: 5"]);
  });

  it("is an edit as its difference", () => {
    const input = { path: "a", old_text: "x\ny\nz", new_text: "x\nY\nz", replace_all: true };
    expect(wholeInput(input, undefined).lines).toEqual(["a", "replace_all: true", " x", "-y", "+Y", " z"]);
  });

  it("is an edit with its place in the file, when the question tells it", async () => {
    const input = { path: "a", old_text: "y", new_text: "Y" };
    const question = { ...questionOf("edit", "writes", input), preview: "@@ line 7 @@\n x\n-y\n+Y" };
    expect((await approvalOf(question, "/")).lines).toEqual(["a", "@@ line 7 @@", " x", "-y", "+Y"]);
  });

  it("is a write as the difference to what is there", async () => {
    await using folder = await temporaryFolder();
    const question = questionOf("write", "writes", { path: "a.txt", content: "one\n2\n" });
    expect((await approvalOf(question, folder.path)).lines).toEqual(["a.txt (a new file)", "+one", "+2"]);
    await writeFile(join(folder.path, "a.txt"), "one\ntwo");
    expect((await approvalOf(question, folder.path)).lines).toEqual([
      "a.txt (replaced)",
      " one",
      "-two",
      "-\\ No newline at the end",
      "+2",
    ]);
  });

  it("is the difference to the text of a file in another encoding", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "a.txt"), Buffer.from("\uFEFFGrüße\ntwo\n", "utf16le"));
    const question = questionOf("write", "writes", { path: "a.txt", content: "Grüße\n2\n" });
    expect((await approvalOf(question, folder.path)).lines).toEqual([
      "a.txt (replaced)",
      " Grüße",
      "-two",
      "+2",
    ]);
  });

  it.each<[JsonValue]>([
    [{ command: "a", path: "b" }],
    [{ path: "a", old_text: "b" }],
    ["a"],
    [null],
    [[{ a: 1 }]],
  ])("is the whole JSON of an input of no known form: %j", (input) => {
    expect(callInput(input).kind).toBe("other");
    expect(JSON.parse(wholeInput(input, undefined).lines.join("\n"))).toEqual(input);
  });

  it("shows what a carriage return could hide", async () => {
    const { lines } = await approvalOf(questionOf("shell", "runs", { command: "evil\rls" }), "/");
    expect(lines).toEqual(["evil␍ls"]);
  });

  it("offers to allow for longer only what could be shown whole, and says what that covers", async () => {
    const command = Array.from({ length: 500 }, (_, n) => `echo ${n}`).join("\n");
    const long = await approvalOf(questionOf("shell", "runs", { command }), "/");
    expect(long.choices.map(({ key }) => key)).toEqual(["y", "e", "n"]);
    expect(long.hidden).toHaveLength(100);
    const short = await approvalOf(questionOf("shell", "runs", { command: "ls" }), "/");
    expect(short.choices.find(({ key }) => key === "a")?.label).toContain("exactly this");
    const write = await approvalOf(questionOf("write", "writes", { path: "a", content: "" }), "/");
    expect(write.choices.find(({ key }) => key === "a")?.label).toContain("every call of write");
  });
});

describe("why it is asked", () => {
  it("is told at a question mark, with what decided and what always would write", async () => {
    const asked = {
      ...questionOf("shell", "runs", { command: "git push" }),
      by: "mode smart_approve",
      covers: ["git push *"],
    };
    const told = approvalQuestion(await approvalOf(asked, "/")).answer("?");
    expect(told).toMatchInlineSnapshot(`
      "Decided by: mode smart_approve
      Reason: asked
      The call: shell of the extension developer. It runs programs.
      "Always" writes to remembered-answers.json: allow git push *, in this folder"
    `);
  });

  it("says when it cannot be allowed for longer", async () => {
    const command = Array.from({ length: 500 }, (_, n) => `echo ${n}`).join("\n");
    const long = approvalQuestion(await approvalOf(questionOf("shell", "runs", { command }), "/"));
    expect(long.answer("?")).toContain("too long to be shown whole");
    expect(long.answer("?")).not.toContain("Always");
  });
});

describe("an answer that is typed", () => {
  const ask = async () =>
    approvalQuestion(await approvalOf(questionOf("shell", "runs", { command: "ls" }), "/"));

  it.each([
    ["y", { allow: "once" }],
    ["YES", { allow: "once" }],
    ["s", { allow: "session" }],
    ["a", { allow: "always" }],
    ["n", { deny: "" }],
    ["no not now", { deny: "not now" }],
  ])("%s", async (typed, answer) => {
    expect((await ask()).answer(typed)).toEqual(answer);
  });

  it.each(["", "x", "yes please do", "always and forever", "sure"])("%j allows nothing", async (typed) => {
    expect((await ask()).answer(typed)).toEqual(expect.any(String));
  });

  it("may be another input", async () => {
    const question = await ask();
    expect(question.answer("e")).toBe("");
    expect(question.prompt()).toContain("ls");
    expect(question.answer("pwd")).toEqual({ allow: "once", input: { command: "pwd" } });
  });
});
