import { memoryJournal, type Checkpoints, type Entry } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type Run } from "../src/index.ts";
import { call, entriesOf, pause, text, tool } from "./tools.ts";

const root = "/project";

interface Write {
  readonly work: (signal: AbortSignal, run: Run) => string | Promise<string>;
  readonly checkpoints: (run: () => Run) => Checkpoints;
}

/** Runs one call of a tool that writes. @returns the journal from the call's decision on, and the notices. */
async function write({ work, checkpoints }: Write) {
  const journal = memoryJournal();
  const notices: string[] = [];
  const writing = tool("write", (_, { signal }) => work(signal, run), { effect: "writes", timeoutMs: 50 });
  await using agent = createAgent({
    model: scriptedModel([[call("a", "write")], [text("done")]]),
    extensions: [writing],
    gate: { decide: () => ({ verdict: "allow", by: "test" }) },
    checkpoints: checkpoints(() => run),
    session: "s",
    journal,
  });
  const run: Run = agent.run("go");
  for await (const event of run) if (event.type === "notice") notices.push(event.text);
  const entries = await entriesOf(journal);
  return {
    outcome: (await run.result).outcome,
    entries: entries.slice(entries.findIndex(({ kind }) => kind === "decision")),
    notices,
  };
}

const waitForAbort = (signal: AbortSignal) => pause(60_000, signal).then(() => "");

const labelOf = (entry: Entry) =>
  entry.kind === "checkpoint"
    ? entry.snapshot
    : entry.kind === "tool-result"
      ? (entry.failure?.kind ?? "result")
      : entry.kind;
const ofCall = (entries: readonly Entry[]) =>
  entries
    .filter(({ kind }) => ["decision", "checkpoint", "tool-intent", "tool-result", "outcome"].includes(kind))
    .map(labelOf);

describe("a call that had a checkpoint gets another one when it", () => {
  const ends: readonly (readonly [string, string, Write["work"]])[] = [
    ["succeeds", "result", () => "written"],
    ["fails", "failed", () => Promise.reject(new Error("No."))],
    ["takes too long", "timed-out", waitForAbort],
    [
      "is interrupted",
      "interrupted",
      (signal, run) => {
        const waiting = waitForAbort(signal);
        run.interrupt();
        return waiting;
      },
    ],
    ["succeeds although interrupted", "result", (_, run) => (run.interrupt(), "written")],
  ];
  it.each(ends)("%s, and the run has one at its end", async (_, end, work) => {
    const { entries } = await write({
      work,
      checkpoints: () => ({
        before: async () => ({ snapshot: "before", root }),
        afterCall: async () => ({ snapshot: "after", root }),
        after: async () => ({ snapshot: "end", root }),
      }),
    });
    expect(ofCall(entries)).toEqual(["decision", "before", "tool-intent", "after", end, "end", "outcome"]);
    const checkpoints = entries.filter((entry) => entry.kind === "checkpoint");
    expect(checkpoints.map(({ closes = false }) => closes)).toEqual([false, true, true]);
  });
});

describe("a call without a checkpoint", () => {
  it("has none after it, nor has its run", async () => {
    let asked = 0;
    const count = async () => (asked++, { snapshot: "late", root });
    const { entries } = await write({
      work: () => "written",
      checkpoints: () => ({ before: async () => undefined, afterCall: count, after: count }),
    });
    expect(ofCall(entries)).toEqual(["decision", "tool-intent", "result", "outcome"]);
    expect(asked).toBe(0);
  });

  it("says which paths could not be stored, also when nothing was", async () => {
    const unkept = [{ path: "/project/big", reason: "too big" }];
    const { entries } = await write({
      work: () => "written",
      checkpoints: () => ({ before: async () => ({ root, unkept }) }),
    });
    expect(entries.find(({ kind }) => kind === "tool-intent")).toMatchObject({ unkept });
  });
});

describe("a call that its checkpoint keeps from starting has its decision and a result in the journal", () => {
  it("when the run was interrupted meanwhile, without a warning", async () => {
    for (const end of ["stored", "failed"]) {
      const { outcome, entries, notices } = await write({
        work: () => "written",
        checkpoints: (run) => ({
          async before() {
            run().interrupt();
            if (end === "failed") throw new Error("Stopped.");
            return { snapshot: "before", root };
          },
        }),
      });
      expect(outcome).toBe("cancelled");
      expect(ofCall(entries)).toEqual(["decision", "interrupted", "outcome"]);
      expect(notices).toEqual([]);
    }
  });

  it("when the run was interrupted while it waited for another call, without a checkpoint", async () => {
    const stored: string[] = [];
    const ran: string[] = [];
    const edit = tool("edit", (_, { callId }) => (ran.push(callId), run.interrupt(), "edited"), {
      effect: "writes",
      resources: () => ["file:/a.txt"],
    });
    const journal = memoryJournal();
    await using agent = createAgent({
      model: scriptedModel([[call("a", "edit"), call("b", "edit")]]),
      extensions: [edit],
      gate: { decide: () => ({ verdict: "allow", by: "test" }) },
      checkpoints: {
        before: async ({ callId }) => (stored.push(callId), { snapshot: callId, root }),
      },
      session: "s",
      journal,
    });
    const run = agent.run("go");
    expect((await run.result).outcome).toBe("cancelled");
    expect([stored, ran]).toEqual([["a"], ["a"]]);
    const results = (await entriesOf(journal)).filter((entry) => entry.kind === "tool-result");
    expect(results.map(({ callId, failure }) => [callId, failure])).toEqual([
      ["a", undefined],
      ["b", { kind: "interrupted", started: false, partial: "" }],
    ]);
  });

  it("when it is refused", async () => {
    const { outcome, entries } = await write({
      work: () => "written",
      checkpoints: () => ({ before: async () => ({ root, refused: "Outside." }) }),
    });
    expect(outcome).toBe("done");
    expect(ofCall(entries)).toEqual(["decision", "denied", "outcome"]);
  });
});

describe("a checkpoint that fails", () => {
  it("after a call is a warning, and the result is written", async () => {
    const { entries, notices } = await write({
      work: () => "written",
      checkpoints: () => ({
        before: async () => ({ snapshot: "before", root }),
        afterCall: () => Promise.reject(new Error("The disk is full.")),
      }),
    });
    expect(ofCall(entries)).toEqual(["decision", "before", "tool-intent", "result", "outcome"]);
    expect(notices).toEqual(['What "write" changed cannot go to another machine: The disk is full.']);
  });

  it("at the end of a run does not change how it ended", async () => {
    const { outcome, entries } = await write({
      work: () => "written",
      checkpoints: () => ({
        before: async () => ({ snapshot: "before", root }),
        after: () => Promise.reject(new Error("The disk is full.")),
      }),
    });
    expect(outcome).toBe("done");
    expect(ofCall(entries).at(-1)).toBe("outcome");
  });
});
