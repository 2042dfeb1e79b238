import { loadWorkerThreads } from "./later.ts";

// Threads for code that may block, crash or leak.

/**
 * Limits of a thread.
 *
 * A thread that exceeds one of them ends without a message.
 */
export interface WorkerLimits {
  /** Milliseconds after which the thread is terminated. */
  readonly longestMs: number;
  /** Megabytes of its heap. Default: Node's limit. */
  readonly memoryMb?: number;
}

/**
 * Runs a program in a thread of its own: it blocks nothing, its memory is
 * freed, and if it crashes or hangs it does no other harm.
 *
 * @param program - CommonJS that posts one message. A string, because a bundled
 *   program has no file for it.
 * @param workerData - data for the program, copied.
 * @param limits - time and memory of the thread.
 * @returns its message, or undefined if it ends without one, or too late.
 *
 * @example
 * ```ts
 * const program = 'const { parentPort, workerData } = require("node:worker_threads");'
 *   + "parentPort.postMessage(workerData.text.length);";
 * await runInWorker<number>(program, { text: "four" }, { longestMs: 1000 }); // 4
 * ```
 */
export async function runInWorker<Message>(
  program: string,
  workerData: object,
  { longestMs, memoryMb }: WorkerLimits,
): Promise<Message | undefined> {
  const { Worker } = await loadWorkerThreads();
  const resourceLimits = memoryMb === undefined ? {} : { maxOldGenerationSizeMb: memoryMb };
  const worker = new Worker(program, { eval: true, workerData, stderr: true, stdout: true, resourceLimits });
  const { promise, resolve } = Promise.withResolvers<Message | undefined>();
  // The message, the end of the thread, or the time limit: whichever comes
  // first.
  const timer = setTimeout(resolve, longestMs, undefined);
  worker
    .once("message", resolve)
    .once("error", () => resolve(undefined))
    .once("exit", () => resolve(undefined));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    // Also after a message: the thread may have more to do.
    await worker.terminate();
  }
}
