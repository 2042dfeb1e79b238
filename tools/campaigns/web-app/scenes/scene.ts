import type { Stage } from "../stage.ts";

/** One thing that the app must do, in a real browser. */
export interface Scene {
  readonly name: string;
  /** Rejects when the app does not. @returns figures, where there are some */
  readonly play: (stage: Stage) => Promise<string>;
}

/** Two values that must be the same. */
export function same(got: unknown, wanted: unknown, what: string): void {
  const [one, other] = [JSON.stringify(got), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${what}: ${one}, not ${other}`);
}
