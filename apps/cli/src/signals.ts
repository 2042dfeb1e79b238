import { exitCodeOfSignal, exitCodes, NotStartedError } from "@skein/protocol";
import { endProcessNow, outputProblem } from "./end-process.ts";

type EndSignal = keyof typeof exitCodeOfSignal;

/** After this long a process that was told to end is ended, whatever it still waits for. */
const patienceMs = 3_000;

interface SignalWatch extends Disposable {
  /** The first signal that came. */
  received(): EndSignal | undefined;
}

const endSignals = Object.keys(exitCodeOfSignal) as readonly EndSignal[];

interface Watched {
  /** Those of them that are meant; the others stay as they are. */
  readonly signals?: readonly EndSignal[];
  /** What runs may come to its end, however long it takes; a second signal ends the process at once. */
  readonly isPatient?: boolean;
  /** What the signal does, for whoever reads why something ended. Default: `Interrupted`. */
  readonly words?: string;
}

/** Calls `stop` at the first INT, TERM or HUP, or when standard output takes nothing more. */
function watchSignals(stop: (reason: string) => void, watched: Watched = {}): SignalWatch {
  let first: EndSignal | undefined;
  const { signals = endSignals, isPatient = false, words = "Interrupted" } = watched;
  const listeners = signals.map((signal) => {
    const listener = () => {
      if (first !== undefined && isPatient) endProcessNow(exitCodeOfSignal[signal]);
      if (first !== undefined) return;
      first = signal;
      stop(`${words} (${signal}).`);
      if (!isPatient) setTimeout(() => endProcessNow(exitCodeOfSignal[signal]), patienceMs).unref();
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

/** Aborts what is going on at the first of them. */
export interface AbortOnSignals extends Disposable {
  /** Its reason is a `NotStartedError` `cancelled`. */
  readonly signal: AbortSignal;
  /** That of the signal that came; without one, that of a command that is done. */
  exitCode(): number;
}

export function abortOnSignals(watched?: Watched): AbortOnSignals {
  const stopper = new AbortController();
  const stop = (reason: string) => stopper.abort(new NotStartedError("cancelled", reason));
  const signals = watchSignals(stop, watched);
  return {
    signal: stopper.signal,
    exitCode() {
      const received = signals.received();
      return received === undefined ? exitCodes.done : exitCodeOfSignal[received];
    },
    [Symbol.dispose]: () => signals[Symbol.dispose](),
  };
}

/** One watch over all of a run: signals stop what comes before it, and then the run itself. */
export interface StopWatch extends Disposable {
  /** Rejects with why, at the first signal that comes before `passTo`; never resolves. */
  readonly stopped: Promise<never>;
  /** From here on what runs is told of signals, and ends by itself. */
  passTo(stop: (reason: string) => void): void;
  received(): EndSignal | undefined;
}

export function watchStop(): StopWatch {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined); // there may be no reader left to wait for it
  let stop = (reason: string): void => reject(new NotStartedError("cancelled", reason));
  const signals = watchSignals((reason) => stop(reason));
  return {
    stopped: promise,
    passTo: (next) => (stop = next),
    received: () => signals.received(),
    [Symbol.dispose]: () => signals[Symbol.dispose](),
  };
}
