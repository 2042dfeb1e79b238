import { exitCodeOfSignal } from "@skein/protocol";

type EndSignal = keyof typeof exitCodeOfSignal;

/** After this long a process that was told to end is ended, whatever it still waits for. */
const patienceMs = 3_000;

export interface SignalWatch extends Disposable {
  /** The first signal that came. */
  received(): EndSignal | undefined;
}

const endSignals = Object.keys(exitCodeOfSignal) as readonly EndSignal[];

/**
 * Calls `stop` at the first INT, TERM or HUP, or when the reader of standard output goes away.
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
      setTimeout(() => process.exit(exitCodeOfSignal[signal]), patienceMs).unref();
    };
    process.on(signal, listener);
    return [signal, listener] as const;
  });
  const onPipe = () => stop("The reader of the output went away.");
  process.stdout.once("error", onPipe);
  return {
    received: () => first,
    [Symbol.dispose]() {
      for (const [signal, listener] of listeners) process.off(signal, listener);
      process.stdout.off("error", onPipe);
    },
  };
}
