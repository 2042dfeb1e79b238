import { spawn } from "node:child_process";

export interface Row {
  readonly what: string;
  readonly skein: string;
  readonly floor: string;
  /** Skein by floor, or the figure itself where there is no floor. */
  readonly value: number;
  /** At most. */
  readonly aim?: number;
}

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Runs both in turn, `rounds` times after one that is not counted, so that both meet the same weather. */
export async function paired(
  rounds: number,
  skein: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<{ readonly skein: number; readonly floor: number; readonly ratio: number }> {
  const [ours, floors, ratios]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= rounds; round++) {
    const [a, b] = [await skein(), await floor()];
    if (round === 0) continue;
    ours.push(a);
    floors.push(b);
    ratios.push(a / b);
  }
  return { skein: median(ours), floor: median(floors), ratio: median(ratios) };
}

export interface Finished {
  readonly ms: number;
  readonly stdout: string;
  /** Largest resident set, in kilobytes; 0 where /usr/bin/time is missing. */
  readonly peakKb: number;
  readonly exitCode: number | null;
}

/** One whole process, from its start to its end. */
export function timeProcess(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd?: string,
): Promise<Finished> {
  const startedAt = performance.now();
  const child = spawn("/usr/bin/time", ["-f", "peak %M", command, ...args], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode) => {
      const peakKb = Number(/peak (\d+)/.exec(stderr)?.[1] ?? 0);
      resolve({ ms: performance.now() - startedAt, stdout, peakKb, exitCode });
    });
  });
}

/** Throws when it fails. */
export async function succeed(command: string, args: readonly string[]): Promise<void> {
  const { exitCode, stdout } = await timeProcess(command, args);
  if (exitCode !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}`);
}

export const node = process.execPath;

export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
