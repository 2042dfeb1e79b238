// Pieces in which a stream arrives. All sizes are fixed: a case that fails once
// fails always.

import { ProviderError, type ModelEvent } from "@skein/protocol";
import { joinDeltas } from "@skein/provider-kit";
import type { Outcome } from "../outcome-of.ts";

/**
 * Sizes of pieces that have broken readers: single bytes, less than a
 * character, more than a line, all at once.
 *
 * 64 KiB is the usual size of a read from a socket, so a short stream arrives
 * whole.
 */
export const usualCuts: readonly (readonly number[])[] = [[1], [3], [64], [65_536]];

/**
 * Returns sizes that look random and are the same each time, from a linear
 * congruential generator.
 *
 * Sizes from 1 to `largest` are repeated after 24 pieces. Fixed sizes such as 3
 * can miss an error that needs one short and one long piece.
 *
 * @param seed - number of the stream, so that each gets other sizes.
 * @param largest - largest size in bytes. Default: 97.
 */
export function seededCuts(seed: number, largest = 97): readonly number[] {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return Array.from({ length: 24 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 1 + (state % largest);
  });
}

/**
 * Reduces an outcome to what does not depend on cuts: deltas are joined, and
 * errors compared by code, retryability and status. Messages name the host,
 * which differs.
 *
 * Two readings of the same bytes must be equal after this. If they are not,
 * users would see another reply on a slower network.
 */
export function uncut({ events, error }: Outcome): {
  readonly events: readonly ModelEvent[];
  readonly error: unknown;
} {
  const failure = ProviderError.is(error) ? [error.code, error.retryable, error.status] : error;
  return { events: joinDeltas(events), error: failure };
}
