import { exitCodeOfSignal, exitCodes, type RunResult } from "@skein/protocol";
import type { AgentSettings, Runtime } from "@skein/runtime";
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
  const { agent, tools } = await runtime.open(settings);
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

/** What a person at the command line can do about it. */
function withWayOut(result: RunResult): RunResult {
  if (result.outcome !== "needs-input" || !result.error) return result;
  const hint = `Go on with \`skein run -r --session-id ${result.session} -t "go on"\` in a terminal, to be asked, or with --mode auto, to allow everything.`;
  return { ...result, error: { ...result.error, hint } };
}
