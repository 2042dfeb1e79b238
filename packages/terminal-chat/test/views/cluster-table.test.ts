import type { ClusterRun } from "@skein/session-processes/queue";
import { expect, it } from "vitest";
import { clusterObject, clusterTable, shownClusterRuns } from "../../src/views/sessions.ts";

const now = new Date("2026-11-26T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const run = (session: string, more: Partial<ClusterRun>): ClusterRun => ({
  session,
  task: `do ${session}`,
  cwd: "/srv/shop",
  after: 0,
  attempts: 1,
  state: "ended",
  submittedAt: minutesAgo(5),
  ...more,
});

const runs: readonly ClusterRun[] = [
  run("s-waits", { state: "waiting", before: 3, priority: 7, share: "ann/shop" }),
  run("s-runs", { state: "running", worker: { pid: 42, host: "build-1" } }),
  run("s-asks", { end: { outcome: "needs-input", costUsd: 0.5 } }),
  run("s-dead", { state: "dead", end: { outcome: "budget", error: { code: "budget", message: "Spent." } } }),
  run("s-done", { end: { outcome: "done", costUsd: 0.25 } }),
  run("s-old", { end: { outcome: "done" }, submittedAt: minutesAgo(3_000) }),
  run("s-old-dead", { state: "dead", end: { outcome: "limit" }, submittedAt: minutesAgo(3_000) }),
];

it("lists runs of the cluster: what waits, who works, what asks and what is dead, and what has ended of late", () => {
  const shown = shownClusterRuns(runs, { isAll: false, now });
  const stream = { columns: 200, isTTY: true } as NodeJS.WriteStream;
  const lines = clusterTable(shown, { stream, now }).trimEnd().split("\n");
  expect(lines.map((line) => line.trimEnd().split(/\s{2,}/))).toMatchObject([
    { 0: "CLUSTER RUN", 1: "STATE" },
    ["s-waits", "queued (3 before)", "5m", "7", "ann/shop", "/srv/shop: do s-waits"],
    ["s-runs", "running", "5m", "0", "build-1:42", "/srv/shop: do s-runs"],
    ["s-asks", "asks", "5m", "$0.5000", "0", "/srv/shop: do s-asks"],
    ["s-dead", "dead: budget", "5m", "0", "Spent."],
    ["s-done", "done", "5m", "$0.2500", "0", "/srv/shop: do s-done"],
    ["s-old-dead", "dead: limit", "2d", "0", "/srv/shop: do s-old-dead"],
  ]);
  expect(shownClusterRuns(runs, { isAll: true, now })).toEqual(runs);
  expect(clusterObject(runs[3]!)).toMatchObject({
    id: "s-dead",
    state: "dead",
    outcome: "budget",
    worker: null,
  });
});
