import { exitCodeOfSignal, exitCodes, type RunResult } from "@skein/protocol";
import type { AgentSettings, OpenAgent, Runtime } from "@skein/runtime";
import type { OutputWriter } from "./output/writer.ts";
import { watchSignals } from "./signals.ts";

export interface ShownRun {
  readonly runtime: Runtime;
  readonly settings: AgentSettings;
  readonly input: string;
  readonly writer: OutputWriter;
}

/** Opens an agent, runs it, and shows it, to its end; nothing of it is left when this resolves. */
export async function showRun({
  runtime,
  settings,
  input,
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
  for await (const event of run) writer.event(event);
  const result = withWayOut(await run.result);
  await agent.close();
  const signal = signals.received();
  const exitCode =
    result.outcome === "cancelled" && signal !== undefined
      ? exitCodeOfSignal[signal]
      : exitCodes[result.outcome];
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
  if (result.outcome !== "needs-input" || !result.error) return result;
  const hint = `Go on with \`skein run -r --session-id ${result.session} -t "go on"\` in a terminal, to be asked, or with --mode auto, to allow everything.`;
  return { ...result, error: { ...result.error, hint } };
}
