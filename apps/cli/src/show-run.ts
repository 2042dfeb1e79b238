import { exitCodeOfSignal, type RunResult } from "@skein/protocol";
import type { Host, LiveSession, SessionInput } from "@skein/host";
import { askingSubagents } from "@skein/host/sessions";
import { showRun as showRunOf, type OutputWriter } from "@skein/terminal-chat/run";
import { outputExitCode } from "./end-process.ts";
import { howToAnswer } from "./session/question-words.ts";
import type { StopWatch } from "./signals.ts";

interface ShownRun {
  readonly session: LiveSession;
  /** Of the host that has the session open. */
  readonly sessions: Pick<Host["sessions"], "changedFiles" | "diff" | "openQuestions" | "list" | "entries">;
  /** Without it the run resumes what the session's last one left open. */
  readonly input: SessionInput | undefined;
  readonly writer: OutputWriter;
  readonly stopWatch: StopWatch;
}

/** Runs a session and shows it, to its end or to a signal. Rejects when it cannot be opened. */
export function showRun({ stopWatch, ...run }: ShownRun): Promise<{ result: RunResult; exitCode: number }> {
  return showRunOf({
    ...run,
    onStop: (stop) => stopWatch.passTo(stop),
    cancelledCode() {
      const signal = stopWatch.received();
      return signal === undefined ? outputExitCode() : exitCodeOfSignal[signal];
    },
    withWayOut: (result) => withWayOut(result, run),
  });
}

/** What a person at the command line can do about it. */
async function withWayOut(
  result: RunResult,
  { session: live, sessions }: Pick<ShownRun, "session" | "sessions">,
): Promise<RunResult> {
  const { outcome, error, session } = result;
  if (!error) return result;
  if (outcome === "needs-input") {
    const open = await sessions.openQuestions(session).catch(() => []);
    const below = open.length === 0 ? await askingSubagents(sessions, session).catch(() => []) : [];
    const hint = [
      ...howToAnswer(session, open),
      ...below.flatMap((asking) => howToAnswer(asking.session, asking.questions, undefined, asking.resumed)),
      `${open.length + below.length === 0 ? "Resume" : "Or resume"} in a terminal, to be asked, or with --mode auto, to allow everything.`,
    ];
    return { ...result, error: { ...error, hint: hint.join("\n") } };
  }
  if ((outcome === "limit" || outcome === "budget") && live.settings().keep !== "memory") {
    const hint = [
      ...(error.hint === undefined ? [] : [error.hint]),
      `What was done: skein session show ${session}`,
      `To continue: skein resume ${session} -t "go on"`,
    ];
    return { ...result, error: { ...error, hint: hint.join("\n") } };
  }
  return result;
}
