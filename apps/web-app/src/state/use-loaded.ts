import { useEffect, useState } from "react";
import { problemOf, type Problem } from "./problems.ts";

export interface Loaded<Value> {
  readonly value?: Value;
  readonly problem?: Problem;
}

/**
 * What the server says. It is asked again when the key changes; until the answer comes, the one before stays.
 *
 * @param key - of what is asked, and of the time at which an answer grows old
 */
export function useLoaded<Value>(key: string, load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({});
  useEffect(() => {
    const left = new AbortController();
    const show = (next: Loaded<Value>) => (left.signal.aborted ? undefined : setLoaded(next));
    load(left.signal).then(
      (value) => show({ value }),
      (error: unknown) => show({ problem: problemOf(error) }),
    );
    return () => left.abort();
  }, [key]); // oxlint-disable-line -- the key stands for what is asked
  return loaded;
}
