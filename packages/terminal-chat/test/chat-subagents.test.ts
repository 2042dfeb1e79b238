import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { extractText, type AssistantPart } from "@skein/protocol";
import { processesWith } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { asTyped, delegateMessage } from "@skein/host/agents";
import { chatCompletions } from "../src/commands/completions.ts";
import { slashCommands } from "../src/commands/slash-commands.ts";
import { statusLine } from "../src/chat/status-lines.ts";
import { desk, type Desk } from "./desk.ts";

const reviewer = { name: "reviewer", description: "Reviews changes", model: "other" };
const builtins = ["developer", "subagents"];
const settings = { builtins, subagents: { agents: [reviewer] } };

const subagent = (input: object): AssistantPart => ({
  type: "tool-call",
  id: "s1",
  name: "subagent",
  input: input as never,
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

const say = (text: string) => ({ parts: [{ type: "text", text }] as const });
const shell = (id: string, command: string): AssistantPart => ({
  type: "tool-call",
  id,
  name: "shell",
  input: { command },
});

describe("a chat with subagents", () => {
  it("sends a message that begins with @name with what it means, and shows it as it was typed", async () => {
    await using here = await desk(
      [[subagent({ agent: "reviewer", instructions: "Look at a.ts" })], say("It says: fine.").parts],
      { settings },
    );
    await here.talk("@reviewer look at a.ts");
    const [sent] = here.requests()[0]?.messages ?? [];
    expect(sent && extractText(sent.content as never)).toMatch(
      /^@reviewer look at a\.ts\n\n\(This message is for the agent "reviewer": call the tool subagent/,
    );
    expect(here.shown[0]).toBe("user: @reviewer look at a.ts");
    expect(here.shown).toContain("result: done");
    await here.type("/undo");
    expect(here.shown.at(-1)).toBe("draft: @reviewer look at a.ts");
  });

  it("lists and cancels those in the background, and notifies the model", async () => {
    const seconds = `73.${process.pid}`;
    await using here = await desk(
      [
        [subagent({ agent: "reviewer", instructions: "Watch", background: true })],
        say("It watches.").parts,
        say("So it has ended.").parts,
      ],
      { settings, others: [[shell("x", `sleep ${seconds}`)]], watchEnds: ["back"] },
    );
    const talked = here.talk("watch the build");
    await until(() => (here.chat.state().subagents[0]?.running.length ?? 0) > 0);
    const state = here.chat.state();
    const look = { width: 80, paint: (_: unknown, text: string) => text };
    expect(statusLine(state, { branch: undefined }, look)).toContain("1 subagent");
    const full = { ...state, sandbox: "full" } as const;
    expect(statusLine(full, { branch: undefined }, look)).toContain(" · sandbox full · ");
    const restricted = { ...state, settings: { ...state.settings, restricted: true } };
    expect(statusLine(restricted, { branch: undefined }, look)).toMatch(/^ {2}\w+ · restricted · /);
    await here.type("/subagents");
    const { session } = state.subagents[0]!;
    expect(here.shown.at(-1)).toMatch(
      /^Agents at work\n +1 {3}◐ reviewer \(background\) {2}0 turns · \$0\.0000 · \d s · \$ sleep \S+$/,
    );
    await here.type("/agents");
    expect(here.shown.at(-1)).toMatch(/^Agents at work\n.*◐ reviewer/);
    await here.type("/subagents reviewer");
    expect(here.shown.at(-2)).toMatch(/^watched: reviewer · 0 turns/);
    expect(here.shown.at(-2)).toContain("Watch");
    expect(here.shown.at(-2)).toContain(`sleep ${seconds}`);
    expect(here.shown.at(-1)).toContain("Agents at work");
    await here.type("/subagents missing");
    expect(here.shown.at(-1)).toContain('No subagent at work is "missing"');
    await here.type("/cancel missing");
    expect(here.shown.at(-1)).toContain('No subagent at work is "missing"');
    await here.type("/cancel reviewer");
    await talked;
    expect(await processesWith(seconds)).toEqual([]);
    expect(here.shown).toContain("said: reviewer is told to end.");
    expect(JSON.stringify(here.requests().at(-1)?.messages)).toContain("The user has cancelled it.");
    expect(here.shown).toContain("result: done");
    await here.type("/subagents");
    expect(here.shown.at(-1)).toBe("said: No subagent is at work.");
    await here.type(`/subagents ${session}`);
    expect(here.shown.at(-1)).toContain(`ended · session ${session}`);
  });

  it("ends all of them with the run that is interrupted", async () => {
    const seconds = `74.${process.pid}`;
    await using here = await desk(
      [[subagent({ agent: "reviewer", instructions: "Watch" })], say("Never said.").parts],
      { settings, others: [[shell("x", `sleep ${seconds}`)]] },
    );
    const talked = here.talk("go");
    await until(() => (here.chat.state().subagents[0]?.running.length ?? 0) > 0);
    expect(here.chat.interrupt()).toBe(true);
    await talked;
    expect(here.shown.at(-1)).toBe("result: cancelled");
    expect(here.chat.state().subagents).toEqual([]);
    expect(await processesWith(seconds)).toEqual([]);
  });

  it("says whose question it is", async () => {
    await using here = await desk(
      [[subagent({ agent: "reviewer", instructions: "Go" })], say("Answer.").parts],
      {
        settings,
        mode: "smart_approve",
        others: [[shell("x", "touch made")], say("Words of its own.").parts],
      },
    );
    await here.talk("go");
    expect(here.reasons()).toEqual([
      "This call starts another agent, and mode smart_approve asks first.",
      expect.stringMatching(/^Subagent "reviewer": /),
    ]);
    expect(here.shown.at(-1)).toBe("result: done");
  });

  it("lists agents with their files and problems", async () => {
    await using here = await desk([], { settings });
    const folder = join(here.path, ".skein", "agents");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "ours.md"), "---\ndescription: Ours\n---\n");
    await here.type("/agents");
    expect(here.shown.at(-1)).toContain("this project is not trusted: ours");
  });

  it.each([
    ["@", ["@reviewer"]],
    ["@Rev", ["@reviewer"]],
    ["look @rev", undefined],
    ["@x", undefined],
  ])("completes %j at the start of a message", async (typed, labels) => {
    await using here: Desk = await desk([], { settings });
    const found = await chatCompletions(
      here.path,
      async () => slashCommands(),
      () => ["reviewer"],
    )(typed, true, false, new AbortController().signal);
    expect(found?.items.map(({ label }) => label).filter((label) => label.startsWith("@"))).toEqual(labels);
  });
});

describe("a message for an agent", () => {
  const base = {
    provider: "p",
    model: "m",
    mode: "auto",
    cwd: "/",
    interaction: "chat",
    ...settings,
  } as const;

  it("is only one that begins with the whole name of an agent, where subagents can be started", async () => {
    for (const text of ["look, @reviewer", "@review it", "@reviewer/notes.md", "hello"])
      expect(await delegateMessage(text, base)).toBe(text);
    for (const off of [
      { mode: "chat" },
      { builtins: [] },
      { tools: ["read"] },
      { subagents: false },
    ] as const)
      expect(await delegateMessage("@reviewer look", { ...base, ...off })).toBe("@reviewer look");
    expect(await delegateMessage("@REVIEWER, look", base)).toContain("\n\n(This message is for");
  });

  it("can be told from what was added to it", async () => {
    for (const text of ["@reviewer look\n\nat all of it", "@reviewer"])
      expect(asTyped(await delegateMessage(text, base))).toBe(text);
    expect(asTyped('a\n\n(This message is for the agent "x": and so on)')).toContain("and so on");
  });
});
