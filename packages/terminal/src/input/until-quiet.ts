/** What was typed before a question could be read, and until nothing was typed for so long, is no answer to it. */
const quietMs = 500;
const controlC = "\x03";

export interface QuietOptions {
  readonly signal: AbortSignal;
  /** Ctrl-C was among what was typed. */
  readonly interrupt: () => void;
}

/** Reads away what was typed ahead on a terminal. Rejects with the signal's reason. */
export async function untilQuiet(
  input: NodeJS.ReadStream,
  { signal, interrupt }: QuietOptions,
): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let timer = setTimeout(resolve, quietMs);
  const onData = (data: Buffer | string) => {
    clearTimeout(timer);
    timer = setTimeout(resolve, quietMs);
    if (data.toString().includes(controlC)) interrupt();
  };
  const onAbort = () => reject(signal.reason as Error);
  signal.addEventListener("abort", onAbort, { once: true });
  input.setRawMode(true); // an unfinished line would else wait in the terminal, and be the beginning of the answer
  input.on("data", onData);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    input.off("data", onData);
    input.pause();
    input.setRawMode(false);
  }
}
