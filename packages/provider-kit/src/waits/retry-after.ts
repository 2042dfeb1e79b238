// Delays that vendors state in headers. Waiting shorter than asked counts
// against the rate limit again; waiting longer delays the run.
import type { HttpHeaders } from "../transport/send.ts";

/**
 * Returns the delay that the vendor requested before the next attempt.
 *
 * Reads `retry-after-ms` (milliseconds) first, then `retry-after` (seconds, or
 * an HTTP date).
 *
 * Source: RFC 9110, 10.2.3. `retry-after-ms` is not in the RFC. The vendors'
 * own SDKs read it first, so this function does too.
 *
 * @param now - current time in milliseconds since the epoch; a parameter, so
 *   that tests need no fake clock.
 * @returns delay in milliseconds, never negative, or undefined if the vendor
 *   sent nothing readable. Never throws: an invalid header must not hide the
 *   error that it came with.
 *
 * @example
 * ```ts
 * retryAfterMs(httpHeaders({ "retry-after": "2" }), Date.now()); // 2000
 * ```
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
