import { createRunEvents } from "../events/run-events.ts";
import { createRunStopper } from "../run/run-stopper.ts";
import { partsOf, type Run } from "../run/run.ts";
import { interruption } from "../run-stop.ts";
import { controlRun } from "./control-run.ts";
import { doRun, type RunStart } from "./do-run.ts";
import type { OpenRun } from "./open-run.ts";

/** @returns the run, and a promise of its end that does not count as reading `result`. */
export function startRun<Output>(start: RunStart): {
  run: Run<Output>;
  ended: Promise<unknown>;
} {
  const { parts, state, input } = start;
  const id = parts.ids();
  const given = input === undefined ? [] : partsOf(input);
  const events = createRunEvents(parts);
  const stopper = createRunStopper(start.signal);
  const { stop } = stopper;
  const opened = Promise.withResolvers<OpenRun>();
  opened.promise.catch(() => undefined);
  let awaited = false;

  // In the next tick, so that the caller can attach a reader first.
  const result = Promise.resolve()
    .then(() => doRun<Output>({ ...start, id, input: given, events, stopper, opened }))
    .finally(() => events.end());

  const run: Run<Output> = {
    id,
    get result() {
      awaited = true;
      return result;
    },
    [Symbol.asyncIterator]: () =>
      events.read((remaining) => {
        if (remaining === 0 && !awaited) stop(interruption("The last reader left the run."));
      }),
    ...controlRun({ id, parts, state, emit: events.emit, stop, opened: opened.promise }),
  };
  return { run, ended: result };
}
