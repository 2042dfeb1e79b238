import type { AgentEvent, AgentEventBody } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { watchSubagents } from "../src/text.ts";

const usage = { input: 100, output: 20 };

/** Events of the run itself, or of the subagent that a call has started. */
const by =
  (...path: readonly string[]) =>
  (event: AgentEventBody): AgentEvent => ({ session: ["root", ...path].join("/"), path, ...event });
const root = by();

const starts = (callId: string, input: object): AgentEventBody => ({
  type: "tool-start",
  callId,
  tool: "subagent",
  extension: "subagents",
  effect: "reads",
  input: input as never,
});
const shell = (callId: string, command: string): AgentEventBody => ({
  type: "tool-start",
  callId,
  tool: "shell",
  extension: "developer",
  effect: "runs",
  input: { command },
});
const turn: AgentEventBody = { type: "turn-end", turn: 1, stop: "answered", usage };
const ends: AgentEventBody = {
  type: "outcome",
  outcome: "done",
  turns: 1,
  usage: { input: 150, output: 50 },
  costUsd: 0.0125,
  durationMs: 2_500,
};

describe("the subagents of a run", () => {
  it("have labels that tell them apart, by agent, recipe or task", () => {
    const watch = watchSubagents();
    const inputs = [
      { agent: "reviewer", instructions: "one" },
      { agent: "reviewer", instructions: "two" },
      { subrecipe: "tests" },
      { instructions: "Find every place where the old name still stands\nand more" },
      { other: 1 },
    ];
    inputs.forEach((input, at) => watch.take(root(starts(`c${at}`, input)), 0));
    const labels = inputs.map((_, at) => watch.take(by(`c${at}`)({ type: "turn-start", turn: 1 }), 0)?.label);
    expect(labels).toEqual(["reviewer", "reviewer 2", "tests", "Find every place where…", "subagent"]);
  });

  it("are told apart from their own subagents, and their calls from calls of the same id", () => {
    const watch = watchSubagents();
    watch.take(root(starts("c", { agent: "a", instructions: "x" })), 0);
    watch.take(by("c")(starts("c", { agent: "b", instructions: "y", background: true })), 0);
    const inner = watch.take(by("c", "c")(shell("c", "ls")), 5);
    expect(inner).toMatchObject({ label: "b", depth: 2, isBackground: true, startedAt: 5, calls: 1 });
    expect(watch.take(by("c")(turn), 6)).toMatchObject({ label: "a", turns: 1, usage });
    expect(watch.working().map(({ label }) => label)).toEqual(["a", "b"]);
    watch.take(by("c", "c")(ends), 7);
    expect(watch.working().map(({ label }) => label)).toEqual(["a"]);
  });

  it("are listed as their calls stand, whichever is heard of first, each before its own", () => {
    const watch = watchSubagents();
    watch.take(root(starts("one", { instructions: "one" })), 0);
    watch.take(root(starts("two", { instructions: "two" })), 0);
    watch.take(by("two")(turn), 1);
    watch.take(by("one")(turn), 2);
    watch.take(by("one")(starts("own", { instructions: "of one" })), 3);
    watch.take(by("one", "own")(turn), 4);
    expect(watch.working().map(({ label }) => label)).toEqual(["one", "of one", "two"]);
  });
});
