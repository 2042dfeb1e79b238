import { ConfigError, exitCodes } from "@skein/protocol";
import { createRuntime } from "@skein/runtime";
import { directories } from "@skein/settings";
import { runFlags } from "../arguments/flags.ts";
import { parseFlags, type Parsed } from "../arguments/parse-flags.ts";
import { readTask } from "../arguments/read-task.ts";
import { runHelp } from "../arguments/run-help.ts";
import { runSettings } from "../arguments/run-settings.ts";
import type { Command } from "../command.ts";
import { failedResult } from "../output/failed-result.ts";
import { outputWriter } from "../output/output-writer.ts";
import type { OutputWriter } from "../output/writer.ts";
import { loadersSaying, providerLoaders } from "../providers.ts";
import { showRun } from "../show-run.ts";
import { userModelFacts } from "../settings/model-facts.ts";

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("run", runFlags, args);
  if (flags.help) {
    process.stdout.write(runHelp());
    return exitCodes.done;
  }
  const [stray] = words;
  if (stray !== undefined) {
    throw new ConfigError("usage", `"${stray}" stands alone.`, {
      hint: `Give the task after -t: skein run -t "…"`,
    });
  }
  const writer = outputWriter(flags);
  try {
    return await runTask(flags, writer);
  } catch (error) {
    const result = failedResult(error);
    const exitCode = exitCodes[result.outcome];
    writer.result(result, exitCode);
    return exitCode;
  }
};

async function runTask(flags: Parsed<typeof runFlags>, writer: OutputWriter): Promise<number> {
  const { data } = directories({ env: process.env });
  const providers = flags.quiet ? loadersSaying(() => undefined) : providerLoaders;
  await using runtime = createRuntime({ providers, dataFolder: data, facts: userModelFacts });
  const settings = await runSettings(flags, runtime);
  const input = await readTask(flags);
  const { exitCode } = await showRun({ runtime, settings, input, writer });
  return exitCode;
}
