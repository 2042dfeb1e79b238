import type { EntryBody } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { recordedChecks } from "../../src/replay/recorded-checks.ts";
import { recordedRuns, type RecordedRun } from "../../src/replay/recorded-runs.ts";
import { bodies, journalOf } from "./entries.ts";

const { settings, runStart, request, outcome, notice } = bodies;
const context: EntryBody = { kind: "context", hash: "h", reason: "start" };
const rewind: EntryBody = { kind: "rewind", to: 1 };

/** Entries with the run of each: "-" stands between runs. */
function journal(...steps: readonly (readonly [run: string, ...bodies: readonly EntryBody[]])[]) {
  const owners = steps.flatMap(([run, ...more]) => more.map(() => (run === "-" ? null : run)));
  return journalOf(...steps.flatMap(([, ...more]) => more)).map((entry, at) => ({
    ...entry,
    run: owners[at]!,
  }));
}

describe("the runs of a journal", () => {
  it("are those that began, each with its own entries and the settings it began with", () => {
    const mode = (name: string) => settings({ mode: name });
    const { runs, unreplayable } = recordedRuns(
      journal(
        ["-", mode("none")],
        ["a", mode("one"), context, runStart("1"), mode("later"), outcome()],
        ["-", notice("model")],
        ["refused", outcome({ outcome: "not-started" })],
        ["b", context, runStart("2"), request(), request({ purpose: "title" }), notice("user")],
      ),
    );
    expect(unreplayable).toEqual([]);
    expect(
      runs.map(({ id, from, entries, start, ...run }) => [
        [id, from, entries.length, start.seq],
        [run.outcome?.seq, run.settings?.mode],
      ]),
    ).toEqual([
      [
        ["a", 1, 5, 4],
        [6, "one"],
      ],
      [
        ["b", 8, 5, 10],
        [undefined, "later"],
      ],
    ]);
    expect(recordedRuns(journal(["a", runStart("1")])).runs[0]?.settings).toBeUndefined();
  });

  it.each<[EntryBody, string | undefined]>([
    [rewind, "The run is not replayed from here on: a check failed, and its report is not recorded."],
    [notice("model"), 'The run is not replayed from here on: its "notice" came from outside.'],
    [notice("both"), 'The run is not replayed from here on: its "notice" came from outside.'],
    [notice("user"), undefined],
    [{ kind: "extension-state", extension: "e", state: 1 }, undefined],
  ])("end for a replay at what cannot be reproduced: %j", (body, why) => {
    const sampled = request({ purpose: "sampling" });
    const { runs, unreplayable } = recordedRuns(
      journal(["a", runStart("1"), request(), body, sampled, outcome()]),
    );
    const sampling = { seq: 4, why: "The loop does not make requests for a sampling." };
    expect(unreplayable).toEqual(why === undefined ? [sampling] : [{ seq: 3, why }]);
    expect(runs.map(({ entries, outcome: end }) => [entries.length, end?.seq])).toEqual([
      why === undefined ? [5, 5] : [2, undefined],
    ]);
  });

  it.each(["turn", "title", "compaction", "judge", "sampling"] as const)(
    "say whether the loop makes a request for a %s",
    (purpose) => {
      const { unreplayable } = recordedRuns(journal(["a", runStart("1"), request({ purpose })]));
      const why = `The loop does not make requests for a ${purpose}.`;
      expect(unreplayable).toEqual(purpose === "sampling" ? [{ seq: 2, why }] : []);
    },
  );
});

describe("the checks of a run", () => {
  function checksOf(run: readonly EntryBody[], { from = 0, isStopped = false } = {}) {
    const [recorded] = recordedRuns(journal(["a", ...run])).runs;
    return recordedChecks({ ...(recorded as RecordedRun), from }, isStopped);
  }
  const failed = outcome({ outcome: "limit", error: { code: "checks-failed", message: "1 failed" } });
  const view = {} as never;

  it.each<[string, readonly EntryBody[], boolean]>([
    ["that was done after it had asked its model", [runStart("go"), request(), outcome()], false],
    ["without input that was done after it had asked", [runStart(), request(), outcome()], false],
    ["with input that was done without asking", [runStart("go"), outcome()], false],
    ["without input that ended otherwise", [runStart(), outcome({ outcome: "not-started" })], false],
    ["without input that was killed", [runStart()], false],
    [
      "that failed for something else",
      [runStart("go"), outcome({ error: { code: "budget", message: "" } })],
      false,
    ],
    [
      "without input that only named the session",
      [runStart(), request({ purpose: "title" }), outcome()],
      true,
    ],
    ["without input that had nothing to do", [runStart(), outcome()], true],
    ["that ended with them", [runStart("go"), request(), failed], true],
  ])("%s", (_, run, isThere) => {
    expect(checksOf(run).checks !== undefined).toBe(isThere);
    expect(checksOf(run, { isStopped: true }).checks).toBeDefined();
  });

  it("pass, fail or never end, as they did", async () => {
    const passing = checksOf([runStart(), outcome()]).checks;
    expect(await passing?.check(view, view)).toEqual({ passed: true });
    const failing = checksOf([runStart("go"), request(), failed], { isStopped: true }).checks;
    await expect(failing?.check(view, view)).rejects.toMatchObject({
      outcome: "limit",
      error: { code: "checks-failed", message: "1 failed" },
    });
    const stopped = checksOf([runStart(), outcome()], { isStopped: true }).checks;
    const late = new Promise((resolve) => setImmediate(resolve, "still at them"));
    expect(await Promise.race([stopped?.check(view, view), late])).toBe("still at them");
  });

  it("need a session that works to the end, which its first run says", () => {
    const run = [runStart(), outcome()];
    expect(checksOf(run)).not.toHaveProperty("interaction");
    expect(checksOf(run, { from: 1 })).toHaveProperty("interaction", "execute");
    expect(checksOf([runStart("go"), outcome()], { from: 1 })).toEqual({});
  });
});
