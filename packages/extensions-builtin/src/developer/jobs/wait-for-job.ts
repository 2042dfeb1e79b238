import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "@skein/protocol";
import { readJobOutput } from "./job-output.ts";
import type { Job } from "./jobs.ts";
import { loadNet, loadVm } from "../../later.ts";

/** What a call waits for. */
export type Awaited =
  | { readonly kind: "end" }
  | { readonly kind: "port"; readonly port: number }
  | { readonly kind: "text"; readonly pattern: RegExp };

const lookEveryMs = 100;
/** Of the output that a pattern is looked for in, at first and between two looks. */
const mostBytes = 262_144;
/** For one search: a pattern may take forever. */
const patternMs = 100;

/** Throws a sentence for the model when it is none of them. */
export function parseAwaited(text: string): Awaited {
  if (text === "end") return { kind: "end" };
  const port = /^port (\d{1,5})$/.exec(text)?.[1];
  if (port !== undefined) return { kind: "port", port: Number(port) };
  try {
    return { kind: "text", pattern: new RegExp(text, "m") };
  } catch (error) {
    throw new Error(
      `wait_for is not a valid regular expression (${messageOf(error)}). Write "end", "port 3000", or a regular expression; escape ( [ . * + ? with \\.`,
      { cause: error },
    );
  }
}

export interface WaitOptions {
  readonly ms: number;
  readonly signal: AbortSignal;
  /** Where in the output a text is looked for first. */
  readonly from: number;
  readonly progress: (text: string) => void;
}

/** @returns `ended` also where it waited for that. Throws a sentence for a pattern that takes too long. */
export async function waitForJob(
  job: Job,
  awaited: Awaited,
  { ms, signal, from, progress }: WaitOptions,
): Promise<"met" | "ended" | "late" | "aborted"> {
  const until = performance.now() + ms;
  let at = from;
  for (;;) {
    const isOver = job.end !== undefined;
    if (awaited.kind === "port" && (await isListening(awaited.port))) return "met";
    if (awaited.kind === "text") {
      const options = { from: at, maxBytes: mostBytes, isWhole: isOver };
      const { text, next } = await readJobOutput(job.folder, options);
      if (next > at) progress(text);
      if (await isFound(awaited.pattern, text)) return "met";
      at = next;
    }
    if (isOver) return "ended";
    if (signal.aborted) return "aborted";
    const left = until - performance.now();
    if (left <= 0) return "late";
    await Promise.race([job.gone, sleep(Math.min(left, lookEveryMs), undefined, { signal }).catch(() => {})]);
  }
}

/** On this machine, by either protocol. */
async function isListening(port: number): Promise<boolean> {
  const { connect } = await loadNet();
  const tries = ["127.0.0.1", "::1"].map(
    (host) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ host, port, timeout: 1000 });
        const settle = (found: boolean) => {
          socket.destroy();
          resolve(found);
        };
        socket.once("connect", () => settle(true));
        socket.once("error", () => settle(false));
        socket.once("timeout", () => settle(false));
      }),
  );
  return (await Promise.all(tries)).includes(true);
}

/** The pattern comes from the model: it must not be able to stop this process. */
async function isFound(pattern: RegExp, text: string): Promise<boolean> {
  if (text === "") return false;
  const { runInNewContext } = await loadVm();
  const scope = { source: pattern.source, flags: pattern.flags, text };
  try {
    return runInNewContext("new RegExp(source, flags).test(text)", scope, { timeout: patternMs }) === true;
  } catch {
    throw new Error(
      "The pattern of wait_for takes too long to look for. Use a simpler one, best a few plain words.",
    );
  }
}
