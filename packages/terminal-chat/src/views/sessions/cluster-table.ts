import type { SubmittedRunState } from "@skein/protocol";
import type { ClusterRun } from "@skein/session-processes/queue";
import { shortFolder } from "@skein/terminal";
import { table, widthOf } from "@skein/terminal/table";
import { ageText, type AtWorkLook } from "./at-work-table.ts";

const columns = [
  { title: "CLUSTER RUN" },
  { title: "STATE" },
  { title: "AGE", align: "right" },
  { title: "COST", align: "right" },
  { title: "PRIORITY", align: "right" },
  { title: "SHARE" },
  { title: "WORKER" },
  { title: "TASK, OR HOW IT ENDED", isFlexible: true },
] as const;

/** How long runs are shown that have ended, in milliseconds. */
const recentMs = 24 * 60 * 60 * 1000;

/** What waits, runs, or is to be looked at, and what has ended of late. */
export function shownClusterRuns(
  runs: readonly ClusterRun[],
  { isAll, now }: { readonly isAll: boolean; readonly now: Date },
): readonly ClusterRun[] {
  const isRecent = ({ submittedAt }: ClusterRun) => now.getTime() - submittedAt.getTime() < recentMs;
  const isOver = ({ state }: ClusterRun) => state === "ended" || state === "cancelled";
  return runs.filter((run) => isAll || !isOver(run) || isRecent(run));
}

/** A run of the cluster a row. */
export function clusterTable(runs: readonly ClusterRun[], { stream, now }: AtWorkLook): string {
  const rows = runs.map((run) => {
    const { session, end, submittedAt, priority = 0, share = "", worker, task, cwd } = run;
    const cost = end?.costUsd === undefined ? "" : `$${end.costUsd.toFixed(4)}`;
    const where = worker ? `${worker.host}:${worker.pid}` : "";
    const about = end?.error?.message ?? (task === "" ? "(goes on)" : `${shortFolder(cwd)}: ${task}`);
    const age = ageText(submittedAt.getTime(), now);
    return [session, stateText(run), age, cost, String(priority), share, where, about.slice(0, 200)];
  });
  return table(columns, rows, widthOf(stream));
}

/** In a word: `asks` is an answer away from going on, `dead` is not tried again. */
export function clusterState({ state, end }: ClusterRun): SubmittedRunState {
  if (end?.outcome === "needs-input") return "asks";
  if (state === "ended") return end?.outcome ?? state;
  return state === "waiting" ? "queued" : state;
}

function stateText(run: ClusterRun): string {
  const { state, end, before } = run;
  if (before !== undefined) return `${clusterState(run)} (${before} before)`;
  return state === "dead" ? `dead: ${end?.outcome ?? "lost"}` : clusterState(run);
}

/** As it is, with `null` for what is not known. */
export function clusterObject(run: ClusterRun): object {
  const { session, end, worker, submittedAt, attempts, priority = 0, task, cwd } = run;
  return {
    id: session,
    state: clusterState(run),
    outcome: end?.outcome ?? null,
    error: end?.error ?? null,
    costUsd: end?.costUsd ?? null,
    priority,
    share: run.share ?? null,
    worker: worker ?? null,
    before: run.before ?? null,
    submittedAt: submittedAt.getTime(),
    attempts,
    cwd,
    task,
    provider: run.provider ?? null,
    model: run.model ?? null,
    mode: run.mode ?? null,
  };
}
