import { exitCodes, type RunResult } from "@skein/protocol";
import type { Host, LiveSession, SessionInput } from "@skein/host";
import { readRun } from "@skein/host/sessions";
import { watchFacts } from "@skein/session-transfer/stream-json";
import { isReadOnly } from "@skein/runtime";
import type { OutputWriter } from "./writer.ts";

export interface ShownRun {
  readonly session: LiveSession;
  /** Of the host that has the session open. */
  readonly sessions: Pick<Host["sessions"], "changedFiles" | "diff">;
  /** Without it the run resumes what the session's last one left open. */
  readonly input: SessionInput | undefined;
  readonly writer: OutputWriter;
  /** Is given what stops the run, before the session is opened. */
  readonly onStop: (stop: (reason: string) => void) => void;
  /** The exit code of a run that was cancelled from outside; `undefined` when it was not. */
  readonly cancelledCode: () => number | undefined;
  /** Adds to a failed run what the user can do about it. */
  readonly withWayOut: (result: RunResult) => Promise<RunResult>;
}

/** Runs a session and shows it, to its end; nothing of it is left when this resolves. Rejects when it cannot be opened. */
export async function showRun(options: ShownRun): Promise<{ result: RunResult; exitCode: number }> {
  const { session, sessions, input, writer, onStop, cancelledCode, withWayOut } = options;
  let isReady = false;
  const left = new AbortController();
  // A run has words of its own for an interruption. One of another process goes on without this one.
  onStop((reason) => {
    if (session.owner) left.abort(reason);
    else session.interrupt(isReady ? undefined : reason);
  });
  const { tools, answering, sandbox } = await session.prepare();
  isReady = true;
  const { cwd, mode, ...settings } = session.settings();
  const { restricted = false } = settings;
  const readOnly = isReadOnly(settings);
  writer.init({ session: session.id, ...answering, cwd, mode, readOnly, restricted, sandbox, tools });
  const watch = watchFacts(answering, writer.wantsMessages);
  const ended = await readRun(session, input, left.signal, (event) => {
    watch.take(event);
    writer.event(event);
  });
  const result = await withWayOut(ended.result);
  await session.close();
  const whyCancelled = result.outcome === "cancelled" ? cancelledCode() : undefined;
  const exitCode = whyCancelled ?? exitCodes[result.outcome];
  // Nothing to fail for: the work is done.
  const changed = writer.wantsFacts
    ? await sessions.changedFiles(session.id, ended.run).catch(() => undefined)
    : undefined;
  const changes =
    writer.wantsChanges && result.toolCalls > 0
      ? await sessions.diff(session.id, { lastRun: true }).catch(() => undefined)
      : undefined;
  writer.result(result, exitCode, watch.facts(changed), changes);
  return { result, exitCode };
}
