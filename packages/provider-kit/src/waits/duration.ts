/** Milliseconds per unit. */
const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/**
 * Parses a vendor's duration (`1.2s`, `6m0s`, `20ms`, `1h2m3.5s`) to
 * milliseconds, rounded up. Returns undefined if it is invalid.
 *
 * Units may be combined in any order: `1m30s` is 90,000.
 */
export function durationMs(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|h|m|s))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  return Math.ceil(parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * unitMs[unit]!, 0));
}
