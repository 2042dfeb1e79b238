import { setImmediate } from "node:timers/promises";

/** How long to work before yielding to the event loop, in milliseconds. */
const sliceMs = 8;

/**
 * Call it often: returns `undefined` within the time slice, otherwise a promise to await. Files are read
 * synchronously, which takes a tenth of the time of the thread pool; this keeps the user interface responsive
 * meanwhile. Throws the signal's reason when it is aborted.
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
