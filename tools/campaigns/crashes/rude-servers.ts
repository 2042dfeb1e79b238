import { mcp } from "../../../packages/extensions/src/index.ts";
import type { Extension } from "../../../packages/protocol/src/index.ts";

/**
 * What a server does, besides ignoring TERM, INT, HUP and the end of its input.
 *
 * - `deaf`: nothing more.
 * - `family`: has a child in its own group, and one in a session of its own.
 * - `floods`: writes 2 MB of standard error a second.
 * - `slow`: is silent for 0.4 s at first.
 * - `mute`: does what a call asks for and never says so.
 * - `silent`: never answers the greeting.
 * - `listless`: never tells its tools.
 */
type Manner = "deaf" | "family" | "floods" | "slow" | "mute" | "silent" | "listless";

const answering: readonly Manner[] = ["deaf", "family", "floods", "slow", "mute"];
const others: readonly Manner[] = ["silent", "family", "listless"];

export interface RudeServers {
  /** The file `rude-server.sh`. */
  readonly program: string;
  /** Which manners are chosen. */
  readonly seed: number;
  /** Part of what is seen of them and of their watchdogs in the list of processes. */
  readonly mark: string;
}

/** Two of them: the first has the tool `server`, unless it starts too late. */
export function rudeServers({ program, seed, mark }: RudeServers, cwd: string): Extension[] {
  const manners = [answering[seed % answering.length], others[seed % others.length]] as const;
  return manners.map((manner = "deaf", at) =>
    mcp({
      // The mark is part of it, so that the watchdogs are found by it too.
      name: `${at}-${manner}-${mark}`,
      command: program,
      args: [manner, mark],
      cwd,
      startTimeoutMs: manner === "silent" || manner === "listless" ? 400 : 5_000,
      timeoutMs: manner === "mute" ? 300 : 10_000,
    }),
  );
}
