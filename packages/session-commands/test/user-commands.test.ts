import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "@skein/test-host";
import { describe, expect, it } from "vitest";
import type { CommandSession } from "../src/index.ts";
import { chatWith } from "./chat-with.ts";

describe("/shell", () => {
  it("tells the output as it comes, and what came of the command", async () => {
    const { run, say, entries, path } = await chatWith({ turns: [[text("One.")], [text("Two.")]] });
    await say("Hello");
    const output: string[] = [];
    const result = await run("shell", "pwd; exit 3", { output: (part) => void output.push(part) });
    expect(result).toEqual({
      kind: "shell",
      command: "pwd; exit 3",
      end: expect.objectContaining({ how: { code: 3 } }) as object,
      durationMs: expect.any(Number) as number,
    });
    const { durationMs } = result as unknown as { readonly durationMs: number };
    expect(durationMs).toBeGreaterThan(0);
    expect(durationMs).toBeLessThan(60_000);
    expect(output.join("")).toContain(path);
    expect(JSON.stringify((await entries()).at(-1))).toContain("$ pwd; exit 3");
  });

  it("needs a command", async () => {
    const { run } = await chatWith();
    await expect(run("shell")).rejects.toMatchObject({
      code: "usage",
      message: "There is no command to run.",
    });
  });

  it("is ended by a face that interrupts it", async () => {
    const { commands, session } = await chatWith();
    let stop: AbortController | undefined;
    const alone: CommandSession["alone"] = (work, stopper) => {
      stop = stopper;
      return session.alone(work);
    };
    const line = { name: "shell", argument: "echo started; sleep 60" };
    const output = () => stop?.abort();
    const result = await commands.run(line, { ...session, alone }, { output });
    expect(result).toMatchObject({ kind: "shell", end: { how: "interrupted" } });
  });
});

describe("/remember", () => {
  it.each(["", "user: ", "project:   "])("needs a text: %j", async (argument) => {
    const { run } = await chatWith();
    await expect(run("remember", argument)).rejects.toMatchObject({
      code: "usage",
      message: "There is nothing to remember.",
    });
  });

  it.each([
    ["  Use tabs. ", "Use tabs."],
    ["users: all of them", "users: all of them"],
    ["user:name", "user:name"],
    ["Say project: yes", "Say project: yes"],
  ])("asks where: %j", async (argument, said) => {
    const { run } = await chatWith();
    expect(await run("remember", argument)).toMatchObject({
      kind: "remember-where",
      text: said,
      places: expect.arrayContaining([expect.objectContaining({ scope: "user" })]) as object[],
    });
  });

  it("writes it where it is said, and lets the model know", async () => {
    const { run, say, entries } = await chatWith({ turns: [[text("One.")]] });
    await say("Hello");
    const result = await run("remember", "user:  Use tabs. \n");
    expect(result).toMatchObject({ kind: "remembered", isOn: false });
    const { file } = result as unknown as { readonly file: string };
    expect(await readFile(file, "utf8")).toContain("Use tabs.");
    expect(JSON.stringify((await entries()).at(-1))).toContain('in this one, too.)\\nUse tabs."');
  });

  it("says whether sessions read it, and keeps secrets out", async () => {
    const { run, session, commands } = await chatWith();
    const settings = () => ({ ...session.settings(), builtins: ["memory"] });
    const line = { name: "remember", argument: "user: Use tabs." };
    expect(await commands.run(line, { ...session, settings })).toMatchObject({
      kind: "remembered",
      isOn: true,
    });
    await expect(run("remember", `user: It is ghp_${"a1B2".repeat(9)}`)).rejects.toMatchObject({
      code: "usage",
      message: "There is a secret in it, which every later session would send.",
    });
  });
});

describe("/skills", () => {
  const skill = (name: string, more = "") =>
    `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nDo it.\n`;
  const files = {
    "home/config/skills/deploy/SKILL.md": skill("deploy"),
    "home/config/skills/undo/SKILL.md": skill("undo"),
    "home/config/skills/quiet/SKILL.md": skill("quiet", "user-invocable: false\n"),
    ".skein/skills/stranger/SKILL.md": skill("stranger"),
    ".skein/skills/stranger/run.sh": "true",
  };

  it("lists them: those of the project only by name until it is trusted", async () => {
    const { run } = await chatWith({ files });
    const listed = await run("skills");
    expect(listed).toMatchObject({ kind: "skills", problems: [] });
    const { skills, untrusted } = listed as unknown as {
      readonly skills: readonly { readonly name: string }[];
      readonly untrusted: readonly unknown[];
    };
    expect(skills.map(({ name }) => name).toSorted()).toEqual(["deploy", "quiet", "undo"]);
    expect(untrusted).toHaveLength(1);
  });

  it("makes each a command by its own name, unless another has it or only the model may use it", async () => {
    const { run, commands } = await chatWith({ files });
    expect(commands.list.filter(({ group }) => group === "skills")).toMatchObject([
      { name: "deploy", description: "Does deploy.", argument: { hint: "WHAT TO DO", isOptional: true } },
    ]);
    expect(await run("deploy")).toEqual({ kind: "send", when: "now", text: "Use the skill deploy." });
    expect(await run("deploy", "to test")).toEqual({
      kind: "send",
      when: "now",
      text: "Use the skill deploy.\n\nto test",
    });
  });
});

describe("/bg", () => {
  const ending = (exitCode: number) => ({
    backgroundRun: ({ session, cwd, ...wish }: { session: string; cwd: string }) => ({
      session,
      cwd,
      command: ["/bin/sh", "-c", `cat > input; echo " Over. "; exit ${exitCode}`] as const,
      input: JSON.stringify(wish),
    }),
  });

  it.each([0, 3])("starts a task, which may end before it is reached: %i", async (exitCode) => {
    const { run, path, session } = await chatWith({ commands: ending(exitCode) });
    const result = await run("bg", "Tidy up");
    expect(result).toEqual({ kind: "background", session: expect.any(String) as string, end: exitCode });
    expect("session" in result && result.session).not.toBe(session.id);
    expect(JSON.parse(await readFile(join(path, "input"), "utf8"))).toEqual({
      provider: "scripted",
      model: "m",
      mode: "auto",
      text: "Tidy up",
    });
  });

  it("says why a task could not begin", async () => {
    const { run } = await chatWith({ commands: ending(2) });
    await expect(run("bg", "Tidy up")).rejects.toMatchObject({
      code: "usage",
      message: "It could not begin (exit code 2).",
      hint: "Over.",
    });
  });

  it("needs a task, and a program that does it", async () => {
    const { run } = await chatWith();
    await expect(run("bg")).rejects.toMatchObject({ message: "What is to be done in the background?" });
    await expect(run("bg", "x")).rejects.toMatchObject({
      message: "Nothing can be started in the background from here.",
    });
  });
});

describe("/jobs", () => {
  it.each(["end", "ending 1", "end 1 2", "stop 1", "x end 1"])("cannot do %s", async (argument) => {
    const { run } = await chatWith();
    await expect(run("jobs", argument)).rejects.toMatchObject({
      code: "usage",
      message: `/jobs cannot do ${JSON.stringify(argument)}.`,
      hint: "Write /jobs for the list, or /jobs end ID.",
    });
  });

  it("has none to end", async () => {
    const { run } = await chatWith();
    expect(await run("jobs", "end   7")).toEqual({
      kind: "jobs",
      jobs: [],
      ended: { id: "7", wasRunning: false },
    });
  });
});

describe("/output-style", () => {
  it("names the style in use, and why one cannot be used", async () => {
    const { run } = await chatWith({
      files: {
        "home/config/output-styles/brief.md": "---\ndescription: In few words\n---\nBe brief.",
        "home/config/output-styles/empty.md": "---\nname: empty\n---\n",
      },
    });
    await run("output-style", "brief");
    expect(await run("output-style")).toEqual({
      kind: "output-styles",
      current: "brief",
      styles: [
        { name: "brief", description: "In few words" },
        { name: "empty", description: expect.stringMatching(/^Cannot be used: .+\.$/) as string },
      ],
    });
  });
});
