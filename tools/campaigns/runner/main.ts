import type { Campaign } from "./campaign.ts";
import { execute } from "./execute.ts";
import { listOf } from "./help.ts";
import type { Output } from "./report.ts";
import { signalStarted } from "./started-processes.ts";

/** Campaigns by name. */
export type Campaigns = Readonly<
  Record<string, { readonly about: string; readonly load: () => Promise<{ readonly campaign: Campaign }> }>
>;

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** What is asked to end may take so long; then it is killed. */
const graceMs = 3_000;
/** Npm and our own scripts pass on the same Ctrl-C; only a later one is another one. */
const sameMs = 1_000;
/** A campaign in the middle of something in this process is not waited for any longer. */
const longestMs = 8_000;

const output: Output = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY,
};

/** Lists the campaigns, or runs the one that the first argument names, and ends this process. */
export async function main(campaigns: Campaigns, [name, ...args]: readonly string[]): Promise<void> {
  // What was left on purpose, as by a crash, has timers that would keep this process.
  const code = await codeOf(campaigns, name, args);
  process.stdout.write("", () => process.exit(code));
}

async function codeOf(
  campaigns: Campaigns,
  name: string | undefined,
  args: readonly string[],
): Promise<number> {
  if (name === undefined || name === "--help") {
    output.out(`${listOf(Object.entries(campaigns).map(([key, { about }]) => ({ name: key, about })))}\n`);
    return 0;
  }
  const entry = Object.hasOwn(campaigns, name) ? campaigns[name] : undefined;
  if (entry === undefined) {
    output.err(`Unknown campaign "${name}". Use one of: ${Object.keys(campaigns).join(", ")}.\n`);
    return 2;
  }
  const stop = stopOnSignals();
  const { campaign } = await entry.load();
  const code = await execute({ ...campaign, name, about: entry.about }, args, output, stop.signal);
  signalStarted(stop.marker, "SIGKILL");
  return code;
}

/** Ends what was started when this process is asked to end; asked again, it ends at once. */
function stopOnSignals(): { readonly signal: AbortSignal; readonly marker: string } {
  const stopping = new AbortController();
  const id = `${process.pid}-${Date.now()}`;
  const marker = `PROOF_CAMPAIGN=${id}`;
  process.env["PROOF_CAMPAIGN"] = id;
  const kill = () => signalStarted(marker, "SIGKILL");
  const end = () => {
    kill();
    process.exit(130);
  };
  let stoppedAt = Infinity;
  const onSignal = () => {
    if (performance.now() - stoppedAt > sameMs) return end();
    if (stopping.signal.aborted) return undefined;
    stoppedAt = performance.now();
    stopping.abort();
    signalStarted(marker, "SIGTERM");
    setTimeout(kill, graceMs);
    setTimeout(end, longestMs);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return { signal: stopping.signal, marker };
}
