import type { PlacedSegment } from "./placed-segment.ts";

/** Whether a simple command can be seen to change nothing and to start nothing else. */
export function changesNothing(
  { effects, folders, segment }: PlacedSegment,
  isPlainRepository: (folder: string) => boolean,
): boolean {
  return (
    effects.isHarmless &&
    segment.redirections.every(({ writes }) => !writes) &&
    (effects.assumes.length === 0 || (folders?.every(isPlainRepository) ?? false))
  );
}
