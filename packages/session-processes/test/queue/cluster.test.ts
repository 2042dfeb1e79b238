import type { QueueEntry } from "@skein/queue-postgres";
import type { Sessions } from "@skein/runtime";
import { describe, expect, it } from "vitest";
import { isQueued, runsBefore, standingIn } from "../../src/queue/cluster.ts";

const run = (session: string, at: number, more: Partial<QueueEntry> = {}): QueueEntry => ({
  session,
  task: "",
  cwd: "/",
  after: 3,
  state: "waiting",
  attempts: 0,
  submittedAt: new Date(at),
  ...more,
});

it("a run waits for those of a higher priority, and for older ones of its own", () => {
  const runs = [
    run("old", 1),
    run("new", 3),
    run("high", 4, { priority: 2 }),
    run("low", 0, { priority: -1 }),
    run("running", 0, { state: "running", priority: 9 }),
  ];
  const before = (session: string) =>
    runsBefore(
      runs.find((one) => one.session === session)!,
      runs,
    );
  expect(["high", "old", "new", "low"].map(before)).toEqual([0, 1, 2, 3]);
});

describe("where a run stands", () => {
  const sessions = (...states: readonly (string | undefined)[]) =>
    ({
      list: async () => states.map((state) => ({ session: "s", summary: { state } })),
    }) as unknown as Pick<Sessions, "list">;
  const queue = (entry: QueueEntry | undefined) => ({ find: async () => entry });

  it.each([
    ["waiting", true],
    ["running", true],
    ["ended", false],
    ["cancelled", false],
    ["dead", false],
  ] as const)("is on while a worker has it, or will: %s", async (state, isOn) => {
    const entry = run("s", 0, { state });
    expect(isQueued(entry)).toBe(isOn);
    expect(await standingIn(queue(entry), sessions("done"), "s")).toEqual({ after: 3, isOn });
  });

  it("is on while its session runs here, and after nothing without a queue", async () => {
    expect(isQueued(undefined)).toBe(false);
    const ended = queue(run("s", 0, { state: "ended" }));
    expect(await standingIn(ended, sessions("running"), "s")).toEqual({ after: 3, isOn: true });
    expect(await standingIn(undefined, sessions("running"), "s")).toEqual({ isOn: true });
    expect(await standingIn(queue(undefined), sessions("done"), "s")).toEqual({ isOn: false });
    expect(await standingIn(undefined, sessions(), "s")).toEqual({ isOn: false });
    const damaged = { list: async () => [{ session: "s", damaged: "no" }] } as unknown as typeof ended &
      Pick<Sessions, "list">;
    expect(await standingIn(undefined, damaged, "s")).toEqual({ isOn: false });
  });
});
