export interface WorkerLimits {
  /** Milliseconds. */
  readonly longestMs: number;
  /** Of its heap. Default: Node's. */
  readonly memoryMb?: number;
}

/**
 * Runs a program in a thread of its own: it blocks nothing, its memory is freed, and where it crashes or hangs it does no
 * other harm.
 *
 * @param program - CommonJS that posts one message. A string, because a bundled program has no file for it.
 * @returns its message; `undefined` when it ends without one, or too late.
 */
export async function runInWorker<Message>(
  program: string,
  workerData: object,
  { longestMs, memoryMb }: WorkerLimits,
): Promise<Message | undefined> {
  const { Worker } = await import("node:worker_threads");
  const resourceLimits = memoryMb === undefined ? {} : { maxOldGenerationSizeMb: memoryMb };
  const worker = new Worker(program, { eval: true, workerData, stderr: true, stdout: true, resourceLimits });
  const { promise, resolve } = Promise.withResolvers<Message | undefined>();
  const timer = setTimeout(resolve, longestMs, undefined);
  worker
    .once("message", resolve)
    .once("error", () => resolve(undefined))
    .once("exit", () => resolve(undefined));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
