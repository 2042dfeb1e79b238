import type { NamedCampaign } from "./campaign.ts";
import { helpOf } from "./help.ts";
import { NotStarted } from "./not-started.ts";
import { readValues } from "./read-values.ts";
import { createReport, type KeptReport, type Output } from "./report.ts";

/** A parser that is broken finds thousands. */
const mostListed = 100;

/**
 * Runs a campaign.
 *
 * @returns the exit code: 0 without failures, 1 with some, 2 if it did not start, 130 if it was stopped.
 */
export async function execute(
  campaign: NamedCampaign,
  args: readonly string[],
  output: Output,
  signal: AbortSignal,
): Promise<number> {
  if (args.includes("--help")) {
    output.out(`${helpOf(campaign)}\n`);
    return 0;
  }
  const report = createReport(output, signal);
  const startedAt = performance.now();
  try {
    const values = readValues(campaign.options, args);
    if (typeof values["seed"] === "number") report.print(`Seed: ${values["seed"]}`);
    await tried(campaign, values, report);
  } catch (error) {
    if (signal.aborted) {
      output.err(`\n${campaign.name}: stopped\n`);
      return 130;
    }
    if (!(error instanceof NotStarted)) throw error;
    output.err(`${error.message}\n`);
    return 2;
  }
  const { failures } = report;
  for (const failure of failures.slice(0, mostListed)) report.print(`FAILED  ${failure}`);
  if (failures.length > mostListed) report.print(`… and ${failures.length - mostListed} more.`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  report.print(`${campaign.name}: ${verdict(failures.length)}, ${seconds} s`);
  return failures.length === 0 ? 0 : 1;
}

/** A campaign that breaks off has failed. */
async function tried(
  campaign: NamedCampaign,
  values: Readonly<Record<string, unknown>>,
  report: KeptReport,
): Promise<void> {
  try {
    await campaign.run(values, report);
    report.signal.throwIfAborted();
  } catch (error) {
    if (report.signal.aborted || error instanceof NotStarted) throw error;
    report.fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

function verdict(failures: number): string {
  if (failures === 0) return "passed";
  return failures === 1 ? "1 failure" : `${failures} failures`;
}
