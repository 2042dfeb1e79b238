import { exitCodeOfSignal, exitCodes, type RunResult } from "@skein/protocol";
import type { AgentSettings, OpenAgent, Runtime } from "@skein/runtime";
import { answeringModel, callsIn, type AnsweringModel } from "@skein/host/sessions";
import { collectEntries } from "./chat/collect-entries.ts";
import { outputExitCode } from "./end-process.ts";
import { watchFacts } from "./output/run-facts.ts";
import type { OutputWriter } from "./output/writer.ts";
import { howToAnswer } from "./session/question-words.ts";
import { withSettledCalls } from "./settled-calls.ts";
import { watchSignals } from "./signals.ts";

export interface ShownRun {
  readonly runtime: Runtime;
  readonly settings: AgentSettings;
  /** Without it the run goes on with what the session's last one left open. */
  readonly input: string | undefined;
  /** Calls that the session's last run left open: what became of them is shown. */
  readonly open?: readonly string[] | undefined;
  readonly writer: OutputWriter;
}

/** Opens an agent, runs it, and shows it, to its end; nothing of it is left when this resolves. */
export async function showRun({
  runtime,
  settings,
  input,
  open: calls = [],
  writer,
}: ShownRun): Promise<{ result: RunResult; exitCode: number }> {
  const stopper = new AbortController();
  using signals = watchSignals((reason) => stopper.abort(reason));
  const opened = await openInTime(runtime, settings, stopper);
  if ("stopped" in opened) {
    const result = opened.stopped;
    const signal = result.outcome === "cancelled" ? (signals.received() ?? "SIGINT") : undefined;
    const exitCode = signal ? exitCodeOfSignal[signal] : exitCodes[result.outcome];
    writer.result(result, exitCode);
    return { result, exitCode };
  }
  const { agent, tools } = opened;
  const { cwd, mode } = settings;
  const answering = await whoAnswers(runtime, settings);
  writer.init({ session: agent.session, ...answering, cwd, mode, sandbox: "off", tools });
  const run = agent.run(input, { signal: stopper.signal, countedFrom: performance.timeOrigin });
  const watch = watchFacts(answering);
  for await (const event of withSettledCalls(run, { runtime, session: agent.session, calls })) {
    watch.take(event);
    writer.event(event);
  }
  const result = await withWayOut(await run.result, runtime);
  await agent.close();
  const signal = signals.received();
  const whyCancelled = signal === undefined ? outputExitCode() : exitCodeOfSignal[signal];
  const exitCode =
    result.outcome === "cancelled" && whyCancelled !== undefined ? whyCancelled : exitCodes[result.outcome];
  const changed = writer.wantsFacts ? await changedBy(runtime, agent.session, run.id) : undefined;
  writer.result(result, exitCode, watch.facts(changed));
  return { result, exitCode };
}

async function whoAnswers(runtime: Runtime, settings: AgentSettings): Promise<AnsweringModel> {
  const { session, lead } = settings;
  if (!lead || session === undefined) return answeringModel(settings, 0);
  return answeringModel(settings, callsIn(await collectEntries(runtime.sessions.entries(session))));
}

/** Nothing to fail for: the work is done. */
async function changedBy(runtime: Runtime, session: string, run: string) {
  return runtime.sessions.changedFiles(session, run).catch(() => undefined);
}

/**
 * @returns the agent, or how it ended that it was stopped, or too late, while its extensions were starting; they are
 *   ended then. The time limit counts from the start of the process.
 */
async function openInTime(
  runtime: Runtime,
  settings: AgentSettings,
  stopper: AbortController,
): Promise<OpenAgent | { readonly stopped: RunResult }> {
  const maxTimeMs = settings.limits?.maxTimeMs;
  let isLate = false;
  const stopLate = () => {
    isLate = true;
    stopper.abort("The time is up.");
  };
  const leftMs = maxTimeMs === undefined ? undefined : Math.max(0, maxTimeMs - performance.now());
  const timer = leftMs === undefined ? undefined : setTimeout(stopLate, Math.min(longestTimerMs, leftMs));
  try {
    return await runtime.open(settings, stopper.signal);
  } catch (error) {
    if (!stopper.signal.aborted) throw error;
    return { stopped: isLate ? tooLate(maxTimeMs ?? 0) : stoppedEarly(stopper.signal) };
  } finally {
    clearTimeout(timer);
  }
}

/** A timer cannot wait longer. */
const longestTimerMs = 2_147_483_647;

const nothing = { session: "", text: "", turns: 0, toolCalls: 0, usage: {} };

function stoppedEarly({ reason }: AbortSignal): RunResult {
  const error = { code: "interrupted", message: String(reason) };
  return { ...nothing, outcome: "cancelled", error, durationMs: 0 };
}

function tooLate(maxTimeMs: number): RunResult {
  const message = `The time limit of ${maxTimeMs / 1000} s was reached while the extensions were starting.`;
  const hint = "`skein info` lists the extensions; leave out the slow one, or raise --max-time.";
  return {
    ...nothing,
    outcome: "limit",
    error: { code: "max-time", message, hint },
    durationMs: Math.round(performance.now()),
  };
}

/** What a person at the command line can do about it. */
async function withWayOut(result: RunResult, { sessions }: Pick<Runtime, "sessions">): Promise<RunResult> {
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
  if (error.code === "locked") {
    const hint = `Wait until the other one has ended, or work on a copy: skein run -r --fork --session-id ${session} -t "…"`;
    return { ...result, error: { ...error, hint } };
  }
  return result;
}
