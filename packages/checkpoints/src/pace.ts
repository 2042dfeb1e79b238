import { setImmediate } from "node:timers/promises";

/** How long work goes on before everything else in the process gets its turn, in milliseconds. */
const sliceMs = 8;

/**
 * To be called often: `undefined` while the slice lasts, else a promise to wait for. Files are looked at
 * synchronously, since that costs a tenth of going through the thread pool; this is what keeps a screen alive meanwhile.
 * Throws the signal's reason when it is aborted.
 */
export type Pace = () => Promise<void> | undefined;

export function createPace(signal: AbortSignal | undefined): Pace {
  signal?.throwIfAborted();
  let sliceEnd = performance.now() + sliceMs;
  return () => (performance.now() < sliceEnd ? undefined : rest());

  async function rest(): Promise<void> {
    await setImmediate();
    signal?.throwIfAborted();
    sliceEnd = performance.now() + sliceMs;
  }
}
