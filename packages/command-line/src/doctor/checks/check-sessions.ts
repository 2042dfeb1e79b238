import type { Machine } from "@skein/host";
import { machineSessions, withoutSubagents } from "@skein/host/sessions";
import type { CheckFinding } from "./finding.ts";

const area = "sessions";
/** Sessions that are named one by one. */
const named = 5;

/** Throws what the store throws. */
export async function* checkSessions(machine: Machine): AsyncGenerator<CheckFinding> {
  await using sessions = await machineSessions(machine);
  const all = await sessions.list();
  const damaged = all.filter((line) => "damaged" in line);
  const summaries = all.flatMap((line) => ("summary" in line ? [line] : []));
  yield { area, state: "ok", text: `${summaries.length} can be read` };
  for (const { session, damaged: why } of damaged) {
    const fix = `It is left as it is: ${sessions.folder(session)}. Restore it from a backup, or move it away.`;
    yield { area, state: "problem", text: why, fix };
  }
  const running = summaries.filter(({ summary }) => summary.state === "running");
  if (running.length > 0) {
    const ids = running.map(({ session }) => session);
    yield { area, state: "ok", text: `${running.length} are being worked on now: ${few(ids)}` };
  }
  // A lock ends with its process, so what such a process left is a run without an end, and nothing that blocks.
  // One of a subagent goes on together with its parent's.
  const own = withoutSubagents(all).flatMap((line) => ("summary" in line ? [line] : []));
  const interrupted = own.filter(({ summary }) => summary.state === "interrupted");
  if (interrupted.length > 0) {
    const ids = interrupted.map(({ session }) => session);
    yield {
      area,
      state: "note",
      text: `${ids.length} stopped in the middle of a run (their locks are void): ${few(ids)}`,
      nextStep: { do: "resume-session", session: ids[0]! },
    };
  }
}

function few(ids: readonly string[]): string {
  const more = ids.length - named;
  return `${ids.slice(0, named).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
