import type { AssistantPart } from "@skein/protocol";
import { text } from "@skein/test-host";
import { describe, expect, it } from "vitest";
import type { SubagentAtWork } from "../src/index.ts";
import { chatWith } from "./chat-with.ts";

const atWork = (session: string, label: string): SubagentAtWork => ({
  session,
  label,
  depth: 1,
  isBackground: false,
  startedAt: 1,
  turns: 1,
  usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
  running: [],
});
const three = [atWork("ab-1", "reader"), atWork("ab-2", "writer"), atWork("cd-3", "ab")];
const subagents = () => three;

const delegate = (id: string): AssistantPart => ({
  type: "tool-call",
  id,
  name: "subagent",
  input: { instructions: "Look around." },
});

describe("/subagents", () => {
  it("lists those at work", async () => {
    const { run } = await chatWith();
    expect(await run("subagents")).toEqual({ kind: "subagents", subagents: [] });
    expect(await run("subagents", "", { subagents })).toEqual({ kind: "subagents", subagents: three });
  });

  it.each([
    ["zz", 0],
    ["ab-", 2],
    ["b-1", 0],
  ])("asks which one is meant: %s", async (argument, found) => {
    const { run } = await chatWith();
    expect(await run("subagents", argument, { subagents })).toEqual({
      kind: "which-subagent",
      argument,
      found,
      subagents: three,
    });
  });

  it.each([
    ["ab-1", "ab-1", "reader"],
    ["writer", "ab-2", "writer"],
    ["c", "cd-3", "ab"],
    ["ab", "cd-3", "ab"],
  ])("opens one by its id, its label, or the beginning of its id: %s", async (argument, session, label) => {
    const { run } = await chatWith();
    expect(await run("subagents", argument, { subagents })).toEqual({
      kind: "subagent",
      session,
      label,
      isAtWork: true,
      entries: [],
    });
  });

  it("opens one that has ended", async () => {
    const { run, say, session, host } = await chatWith({
      turns: [[delegate("1")], [text("I looked.")], [text("It has looked.")]],
    });
    await say("Have somebody look");
    const children = (await host.sessions.list()).filter((line) => line.session !== session.id);
    expect(children).toHaveLength(1);
    const [{ session: child } = { session: "" }] = children;
    const opened = await run("subagents", child.slice(0, -1));
    expect(opened).toMatchObject({ kind: "subagent", session: child, isAtWork: false });
    expect(JSON.stringify(opened)).toContain("I looked.");
    const label = "label" in opened ? opened.label : "";
    expect(label).not.toBe("");
    expect(await run("subagents", label)).toMatchObject({ kind: "subagent", session: child });
    // This session is no subagent of its own.
    expect(await run("subagents", session.id)).toEqual({
      kind: "which-subagent",
      argument: session.id,
      found: 0,
      subagents: [],
    });
  });
});

describe("/cancel", () => {
  it.each([
    ["", 0],
    ["zz", 0],
    ["ab-", 2],
  ])("asks which one is meant: %j", async (argument, found) => {
    const { run } = await chatWith();
    expect(await run("cancel", argument, { subagents })).toEqual({
      kind: "which-subagent",
      argument,
      found,
      subagents: three,
    });
  });

  it("says that one had ended just before", async () => {
    const { run } = await chatWith();
    expect(await run("cancel", "reader", { subagents })).toEqual({
      kind: "cancelled",
      label: "reader",
      isEnding: false,
    });
  });
});

describe("/agents and /tools", () => {
  it("list named agents: those of the project only by name until it is trusted", async () => {
    const agent = (name: string) => `---\nname: ${name}\ndescription: Helps.\n---\nHelp.`;
    const { run } = await chatWith({
      files: {
        "home/config/agents/helper.md": agent("helper"),
        ".skein/agents/stranger.md": agent("stranger"),
      },
    });
    expect(await run("agents")).toMatchObject({
      kind: "agents",
      agents: [{ name: "helper" }],
      problems: [],
      usable: ["helper"],
      untrusted: ["stranger"],
    });
  });

  it("list tools", async () => {
    const { run } = await chatWith();
    const listed = await run("tools");
    expect(listed).toMatchObject({ kind: "tools" });
    expect("tools" in listed && listed.tools).toEqual(expect.arrayContaining(["read", "write", "shell"]));
  });
});
