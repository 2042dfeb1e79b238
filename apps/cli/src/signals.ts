import { exitCodeOfSignal, NotStarted } from "@skein/protocol";
import { endProcessNow, outputProblem } from "./end-process.ts";

type EndSignal = keyof typeof exitCodeOfSignal;

/** After this long a process that was told to end is ended, whatever it still waits for. */
const patienceMs = 3_000;

export interface SignalWatch extends Disposable {
  /** The first signal that came. */
  received(): EndSignal | undefined;
}

const endSignals = Object.keys(exitCodeOfSignal) as readonly EndSignal[];

/**
 * Calls `stop` at the first INT, TERM or HUP, or when standard output takes nothing more.
 *
 * @param watched - those of them that are meant; the others stay as they are.
 */
export function watchSignals(stop: (reason: string) => void, watched = endSignals): SignalWatch {
  let first: EndSignal | undefined;
  const listeners = watched.map((signal) => {
    const listener = () => {
      if (first !== undefined) return;
      first = signal;
      stop(`Interrupted (${signal}).`);
      setTimeout(() => endProcessNow(exitCodeOfSignal[signal]), patienceMs).unref();
    };
    process.on(signal, listener);
    return [signal, listener] as const;
  });
  const onOutputEnd = (error: Error) => stop(outputProblem(error));
  process.stdout.once("error", onOutputEnd);
  return {
    received: () => first,
    [Symbol.dispose]() {
      for (const [signal, listener] of listeners) process.off(signal, listener);
      process.stdout.off("error", onOutputEnd);
    },
  };
}

export interface EarlyStop extends Disposable {
  /** Rejects with why, at the first signal that comes before this is disposed; never resolves. */
  readonly stopped: Promise<never>;
  received(): EndSignal | undefined;
}

/** For the time before something runs that would hear of a signal by itself. */
export function watchEarly(): EarlyStop {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined); // nobody may wait for it any more
  const signals = watchSignals((reason) => reject(new NotStarted("cancelled", reason)));
  return {
    stopped: promise,
    received: () => signals.received(),
    [Symbol.dispose]: () => signals[Symbol.dispose](),
  };
}
