const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `90s`, `15m`, `1h30m`; a bare number counts seconds. Milliseconds; `undefined` when it is none of these or zero. */
export function durationMs(text: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return positive(Number(text) * 1000);
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d)\s*)+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, amount = "", unit = ""] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    sum += Number(amount) * (units[unit] ?? 0);
  }
  return positive(sum);
}

function positive(ms: number): number | undefined {
  return ms > 0 ? Math.round(ms) : undefined;
}
