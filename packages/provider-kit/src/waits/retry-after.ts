import type { HttpHeaders } from "../transport/send.ts";

/**
 * How long the vendor asked us to wait before the next try.
 *
 * Reads `retry-after-ms` (milliseconds) first, then `retry-after` (seconds, or an HTTP date).
 *
 * @param now - milliseconds since the epoch; passed in, so that tests need no fake clock.
 * @returns milliseconds, never negative; `undefined` when there is no readable value.
 *   Never throws: a bad header must not hide the error it came with.
 *
 * Source: RFC 9110, 10.2.3. `retry-after-ms` is not in it; the vendors' own SDKs read it first, so we do.
 */
export function retryAfterMs(headers: HttpHeaders, now: number): number | undefined {
  const ms = headers.get("retry-after-ms") ?? "";
  if (decimal.test(ms)) return Number(ms);
  const header = headers.get("retry-after") ?? "";
  if (decimal.test(header)) return Number(header) * 1000;
  // `Date.parse` accepts "-1" and "5 apples" as dates.
  const wait = httpDate.test(header) ? Date.parse(header) - now : Number.NaN;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

const decimal = /^\d+(\.\d+)?$/;
const httpDate = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;
