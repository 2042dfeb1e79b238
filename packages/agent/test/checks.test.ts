import {
  ConfigError,
  memoryJournal,
  type Checks,
  type CheckVerdict,
  type Extension,
  type JournalStore,
  type Message,
} from "@skein/protocol";
import { callToolOf } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createAgent, type AgentParts } from "../src/index.ts";
import { call, entriesOf, pause, text, tool } from "./tools.ts";

const passed: CheckVerdict = { passed: true };
const failed = (report: string, retry = true): CheckVerdict => ({ passed: false, report, retry });

/** Answers the nth check with the nth verdict. */
function checked(...verdicts: readonly CheckVerdict[]): Checks & { readonly attempts: number[] } {
  const attempts: number[] = [];
  return {
    attempts,
    check: async (attempt) => (attempts.push(attempt), verdicts[attempts.length - 1] ?? passed),
  };
}

const execute = (parts: AgentParts) => createAgent({ interaction: "execute", ...parts });

const said = (messages: readonly Message[] | undefined) =>
  (messages ?? []).map((message) =>
    message.role === "user"
      ? `${message.from}: ${message.content.map((part) => "text" in part && part.text).join("")}`
      : message.role,
  );

const act = tool("act", () => "acted");

describe("work that is checked", () => {
  it("is done when it passes", async () => {
    const checks = checked(passed);
    const model = scriptedModel([[call("a", "act")], [text("done")]]);
    await using agent = execute({ model, extensions: [act], checks });
    expect(await agent.run("go").result).toMatchObject({ outcome: "done", text: "done" });
    expect(checks.attempts).toEqual([1]);
  });

  it("starts over when it fails: the same task, the reason, and nothing of the earlier attempt", async () => {
    const checks = checked(failed("2 tests failed"));
    const journal = memoryJournal();
    const model = scriptedModel([[call("a", "act")], [text("one")], [text("two")]]);
    await using agent = execute({ model, extensions: [act], checks, journal, session: "s" });
    const run = agent.run("go");
    const notices: object[] = [];
    for await (const event of run) if (event.type === "notice") notices.push(event);
    expect(await run.result).toMatchObject({ outcome: "done", text: "two", turns: 3, toolCalls: 1 });
    expect(said(model.requests[2]?.messages)).toEqual([
      "user: go",
      expect.stringMatching(/^recipe: This task was attempted before.*2 tests failed/s),
    ]);
    expect(checks.attempts).toEqual([1, 2]);
    const entry = (await entriesOf(journal)).find(({ kind }) => kind === "notice");
    expect(entry).toMatchObject({
      audience: "user",
      level: "warning",
      text: expect.stringContaining("2 tests failed"),
    });
    expect(notices).toMatchObject([{ level: "warning", seq: entry?.seq }]);
  });

  it("is invalid output when it is not to be tried again", async () => {
    const checks = checked(failed("first"), failed("second", false));
    const model = scriptedModel([[text("one")], [text("two")]]);
    await using agent = execute({ model, checks });
    expect(await agent.run("go").result).toMatchObject({
      outcome: "invalid-output",
      error: { code: "checks-failed", message: expect.stringContaining("second") },
    });
  });

  it("counts its turns over all attempts", async () => {
    const checks = checked(...Array.from({ length: 9 }, (_, n) => failed(`${n}`)));
    const model = scriptedModel(Array.from({ length: 9 }, (_, n) => [text(`${n}`)]));
    await using agent = execute({ model, checks, limits: { maxTurns: 3 } });
    expect(await agent.run("go").result).toMatchObject({ outcome: "limit", turns: 3 });
  });

  it("has to submit its structured output again", async () => {
    const checks = checked(failed("wrong number"));
    const model = scriptedModel([
      [call("a", "final_output", { n: 1 })],
      [text("I did already.")],
      [call("b", "final_output", { n: 2 })],
    ]);
    await using agent = execute({ model, checks, output: z.object({ n: z.number() }) });
    expect(await agent.run("go").result).toMatchObject({ outcome: "done", output: { n: 2 } });
    expect(said(model.requests[2]?.messages).at(-1)).toMatch(/^agent: .*final_output/);
  });

  it("keeps messages that arrived meanwhile, also during the check", async () => {
    const checks: Checks = {
      async check(attempt) {
        if (attempt > 1) return passed;
        await run.steer("and be brief");
        return failed("no");
      },
    };
    const model = scriptedModel([[call("a", "act")], [text("one")], [text("two")]]);
    await using agent = execute({ model, extensions: [act], checks });
    const run = agent.run("go");
    for await (const event of run) if (event.type === "tool-start") await run.steer("in English");
    expect((await run.result).outcome).toBe("done");
    expect(said(model.requests[2]?.messages).slice(0, -1)).toEqual([
      "user: go",
      "user: in English",
      "user: and be brief",
    ]);
  });

  it("keeps what came before the task", async () => {
    const model = scriptedModel([[text("one")], [text("two")], [text("three")]]);
    const checks = checked(passed, failed("no"));
    await using agent = execute({ model, checks });
    await agent.run("first").result;
    await agent.run("second").result;
    expect(said(model.requests[2]?.messages).slice(0, -1)).toEqual([
      "user: first",
      "assistant",
      "user: second",
    ]);
    expect(checks.attempts).toEqual([1, 1, 2]);
  });

  it("leaves the state of extensions as it is", async () => {
    const seen: unknown[] = [];
    const note = tool("note", async (_, { state }) => {
      seen.push(state?.read());
      await state?.write("noted");
      return "ok";
    });
    const extension: Extension = {
      name: "notes",
      tools: async () => [note],
      status: () => ({ state: "ready" }),
      callTool: (name, input, context) => callToolOf([note], name, input, context),
      close: async () => undefined,
    };
    const model = scriptedModel([[call("a", "note")], [text("one")], [call("b", "note")], [text("two")]]);
    await using agent = execute({ model, extensions: [extension], checks: checked(failed("no")) });
    await agent.run("go").result;
    expect(seen).toEqual([undefined, "noted"]);
  });

  it("is not checked in a chat", async () => {
    const checks = checked(failed("no"));
    await using agent = createAgent({ model: scriptedModel([[text("one")]]), checks });
    expect((await agent.run("go").result).outcome).toBe("done");
    expect(checks.attempts).toEqual([]);
  });

  it("can be interrupted while it is checked", async () => {
    const checks: Checks = { check: (_, signal) => pause(60_000, signal).then(() => passed) };
    await using agent = execute({ model: scriptedModel([[text("one")]]), checks });
    const run = agent.run("go");
    for await (const event of run) if (event.type === "turn-end") run.interrupt();
    expect((await run.result).outcome).toBe("cancelled");
  });

  it.each<[string, Error]>([
    ["not-started", new ConfigError("usage", "The check's command is empty.")],
    ["internal", new Error("Broken.")],
  ])("ends as %s when its check breaks", async (outcome, error) => {
    const checks: Checks = { check: () => Promise.reject(error) };
    await using agent = execute({ model: scriptedModel([[text("one")]]), checks });
    expect(await agent.run("go").result).toMatchObject({ outcome, error: { message: error.message } });
  });
});

describe("a run that resumes work that was cut off", () => {
  /** The journal of a run, as it was after the last entry of that kind. */
  async function cutAfter(journal: JournalStore, kind: string): Promise<JournalStore> {
    const entries = await entriesOf(journal);
    const cut = memoryJournal();
    await cut.append("s", 0, entries.slice(0, entries.findLastIndex((entry) => entry.kind === kind) + 1));
    return cut;
  }

  async function firstRun(checks: Checks): Promise<JournalStore> {
    const journal = memoryJournal();
    const model = scriptedModel([[text("one")], [call("a", "act")], [text("two")], [text("three")]]);
    await using agent = execute({ model, extensions: [act], checks, journal, session: "s" });
    await agent.run("go").result;
    return journal;
  }

  it("continues the count of attempts, and starts over at the task", async () => {
    const journal = await cutAfter(await firstRun(checked(failed("first"))), "tool-result");
    const checks = checked(failed("second"));
    const model = scriptedModel([[text("two")], [text("three")]]);
    await using agent = execute({ model, extensions: [act], checks, journal, session: "s" });
    expect(await agent.run().result).toMatchObject({ outcome: "done", text: "three" });
    expect(checks.attempts).toEqual([2, 3]);
    expect(said(model.requests[1]?.messages)).toEqual(["user: go", expect.stringContaining("second")]);
  });

  it("ends wherever it was cut, and never loses the task", async () => {
    const whole = await firstRun(checked(failed("first"), failed("second")));
    const entries = await entriesOf(whole);
    const from = entries.findIndex(({ kind }) => kind === "user-message") + 1;
    for (let end = from; end < entries.length; end++) {
      // A new attempt is written in one piece.
      if (entries.slice(end - 2, end).some(({ kind }) => kind === "rewind")) continue;
      const journal = memoryJournal();
      await journal.append("s", 0, entries.slice(0, end));
      const checks = checked(failed("again"));
      const model = scriptedModel([[text("a")], [text("b")], [text("c")]]);
      await using agent = execute({ model, extensions: [act], checks, journal, session: "s" });
      expect((await agent.run().result).outcome).toBe("done");
      const done = entries.slice(0, end).filter(({ kind }) => kind === "rewind").length;
      expect(checks.attempts).toEqual([done + 1, done + 2]);
      expect(said(model.requests.at(-1)?.messages)).toEqual(["user: go", expect.stringContaining("again")]);
    }
  });

  it("comes to its proper outcome, also when the run that resumed it was cut off or interrupted", async () => {
    const whole = await entriesOf(await cutAfter(await firstRun(checked()), "assistant-message"));
    const start = { kind: "run-start", input: [] } as const;
    const ends = { outcome: "cancelled", turns: 0 } as const;
    for (const more of [[start], [start, { kind: "outcome", ...ends }]] as const)
      for (const interaction of ["execute", "chat"] as const) {
        const journal = memoryJournal();
        const seq = whole.length;
        await journal.append("s", 0, whole);
        const resumed = more.map(
          (body, at) => ({ v: 1, seq: seq + at + 1, at: 0, run: "again", ...body }) as const,
        );
        await journal.append("s", seq, resumed);
        const checks = checked(passed);
        await using agent = createAgent({
          interaction,
          model: scriptedModel([]),
          checks,
          journal,
          session: "s",
        });
        expect((await agent.run().result).outcome).toBe("done");
        expect(checks.attempts).toEqual(interaction === "execute" ? [1] : []);
      }
  });

  it("ends as it would have when the answer is not complete", async () => {
    const journal = memoryJournal();
    const cut = { content: [text("half")], stop: "length", rawStop: "max_tokens" } as const;
    await using first = execute({ model: scriptedModel([cut]), journal, session: "s" });
    expect((await first.run("go").result).outcome).toBe("limit");
    await first.close();
    const checks = checked(passed);
    const killed = await cutAfter(journal, "assistant-message");
    await using agent = execute({ model: scriptedModel([]), checks, journal: killed, session: "s" });
    expect(await agent.run().result).toMatchObject({ outcome: "limit", error: { code: "output-length" } });
    expect(checks.attempts).toEqual([]);
  });

  it("only checks when the model had answered", async () => {
    const journal = await cutAfter(await firstRun(checked()), "assistant-message");
    const checks = checked(passed);
    const model = scriptedModel([]);
    await using agent = execute({ model, extensions: [act], checks, journal, session: "s" });
    expect((await agent.run().result).outcome).toBe("done");
    expect(checks.attempts).toEqual([1]);
    expect(await agent.run().result).toMatchObject({ outcome: "not-started" });
  });
});
