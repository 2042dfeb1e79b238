import { exitCodeOfSignal } from "@skein/protocol";
import { endProcessNow } from "../end-process.ts";

export interface StopSignals extends Disposable {
  /** Aborted at the first INT, TERM or HUP. */
  readonly signal: AbortSignal;
  /** Of that signal; 0 when none came. */
  exitCode(): number;
}

/** Lets what runs come to its end, however long it takes; a second signal ends the process at once. */
export function stopSignals(): StopSignals {
  const stop = new AbortController();
  let code = 0;
  const listeners = Object.entries(exitCodeOfSignal).map(([name, exitCode]) => {
    const listener = () => {
      if (stop.signal.aborted) endProcessNow(exitCode);
      code = exitCode;
      stop.abort(new Error(`The daemon was stopped (${name}).`));
    };
    process.on(name, listener);
    return [name, listener] as const;
  });
  return {
    signal: stop.signal,
    exitCode: () => code,
    [Symbol.dispose]() {
      for (const [name, listener] of listeners) process.off(name, listener);
    },
  };
}
