import { exitCodeOfSignal, exitCodes, mapStrings, type Redactor, type RunResult } from "@skein/protocol";
import type { AgentSettings, OpenAgent, Runtime } from "@skein/runtime";
import { outputExitCode } from "./end-process.ts";
import type { OutputWriter } from "./output/writer.ts";
import { withHiddenReplies } from "./secrets/hide-replies.ts";
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
  const opened = await openUnlessStopped(runtime, settings, stopper.signal);
  if (!opened) {
    const result = stoppedEarly(stopper.signal);
    const exitCode = exitCodeOfSignal[signals.received() ?? "SIGINT"];
    writer.result(result, exitCode);
    return { result, exitCode };
  }
  const { agent, tools } = opened;
  const { provider, model, cwd, mode } = settings;
  writer.init({ session: agent.session, provider, model, cwd, mode, sandbox: "off", tools });
  const run = agent.run(input, { signal: stopper.signal });
  let asked: Promise<Redactor> | undefined;
  const redactor = (): Promise<Redactor> => (asked ??= runtime.redactor(cwd));
  const settled = withSettledCalls(run, { runtime, session: agent.session, calls });
  const shown = writer.isLive ? withHiddenReplies(settled, redactor) : settled;
  for await (const event of shown) writer.event(event);
  const ended = withWayOut(await run.result);
  // Only what a model said may hold a secret.
  const hidden = ended.turns === 0 ? undefined : await redactor();
  const result = hidden ? mapStrings(ended, (text) => hidden.hide(text)) : ended;
  await agent.close();
  const signal = signals.received();
  const whyCancelled = signal === undefined ? outputExitCode() : exitCodeOfSignal[signal];
  const exitCode =
    result.outcome === "cancelled" && whyCancelled !== undefined ? whyCancelled : exitCodes[result.outcome];
  writer.result(result, exitCode);
  return { result, exitCode };
}

/** @returns nothing when it was stopped while extensions were starting; they are ended. */
async function openUnlessStopped(
  runtime: Runtime,
  settings: AgentSettings,
  signal: AbortSignal,
): Promise<OpenAgent | undefined> {
  try {
    return await runtime.open(settings, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

function stoppedEarly({ reason }: AbortSignal): RunResult {
  const error = { code: "interrupted", message: String(reason) };
  const nothing = { session: "", text: "", turns: 0, toolCalls: 0, usage: {}, durationMs: 0 };
  return { ...nothing, outcome: "cancelled", error };
}

/** What a person at the command line can do about it. */
function withWayOut(result: RunResult): RunResult {
  const { outcome, error, session } = result;
  if (!error) return result;
  if (outcome === "needs-input") {
    const hint = `Go on with \`skein resume ${session} -t "go on"\` in a terminal, to be asked, or with --mode auto, to allow everything.`;
    return { ...result, error: { ...error, hint } };
  }
  if (error.code === "locked") {
    const hint = `Wait until the other one has ended, or work on a copy: skein run -r --fork --session-id ${session} -t "…"`;
    return { ...result, error: { ...error, hint } };
  }
  return result;
}
