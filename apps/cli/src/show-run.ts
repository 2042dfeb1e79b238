import { exitCodeOfSignal, exitCodes, type RunResult } from "@skein/protocol";
import type { Host, LiveSession } from "@skein/host";
import { outputExitCode } from "./end-process.ts";
import { watchFacts } from "@skein/host/stream-json";
import type { OutputWriter } from "./output/writer.ts";
import { readRun } from "./read-run.ts";
import { howToAnswer } from "./session/question-words.ts";
import type { StopWatch } from "./signals.ts";

export interface ShownRun {
  readonly session: LiveSession;
  /** Of the host that has the session open. */
  readonly sessions: Pick<Host["sessions"], "changedFiles" | "openQuestions">;
  /** Without it the run resumes what the session's last one left open. */
  readonly input: string | undefined;
  readonly writer: OutputWriter;
  readonly stopWatch: StopWatch;
}

/** Runs a session and shows it, to its end; nothing of it is left when this resolves. Rejects when it cannot be opened. */
export async function showRun({
  session,
  sessions,
  input,
  writer,
  stopWatch,
}: ShownRun): Promise<{ result: RunResult; exitCode: number }> {
  let isReady = false;
  const left = new AbortController();
  // A run has words of its own for an interruption. One of another process goes on without this one.
  stopWatch.passTo((reason) => {
    if (session.owner) left.abort(reason);
    else session.interrupt(isReady ? undefined : reason);
  });
  const { tools, answering } = await session.prepare();
  isReady = true;
  const { cwd, mode } = session.settings();
  writer.init({ session: session.id, ...answering, cwd, mode, sandbox: "off", tools });
  const watch = watchFacts(answering);
  const ended = await readRun(session, input, left.signal, (event) => {
    watch.take(event);
    writer.event(event);
  });
  const result = await withWayOut(ended.result, sessions);
  await session.close();
  const signal = stopWatch.received();
  const whyCancelled = signal === undefined ? outputExitCode() : exitCodeOfSignal[signal];
  const exitCode =
    result.outcome === "cancelled" && whyCancelled !== undefined ? whyCancelled : exitCodes[result.outcome];
  // Nothing to fail for: the work is done.
  const changed = writer.wantsFacts
    ? await sessions.changedFiles(session.id, ended.run).catch(() => undefined)
    : undefined;
  writer.result(result, exitCode, watch.facts(changed));
  return { result, exitCode };
}

/** What a person at the command line can do about it. */
async function withWayOut(result: RunResult, sessions: ShownRun["sessions"]): Promise<RunResult> {
  const { outcome, error, session } = result;
  if (!error) return result;
  if (outcome === "needs-input") {
    const open = await sessions.openQuestions(session).catch(() => []);
    const hint = [
      ...howToAnswer(session, open),
      `${open.length === 0 ? "Resume" : "Or resume"} in a terminal, to be asked, or with --mode auto, to allow everything.`,
    ];
    return { ...result, error: { ...error, hint: hint.join("\n") } };
  }
  return result;
}
