// A vendor that rejects a request for its rate often sends no `retry-after`,
// but the state of each of its limits. The wait is until the last exhausted one
// resets.
import { durationMs } from "./duration.ts";
import type { HttpHeaders } from "../transport/send.ts";

/**
 * Computes milliseconds until the last exhausted limit resets. Returns
 * undefined if no limit is exhausted.
 *
 * Source: platform.claude.com/docs/en/api/rate-limits (`anthropic-ratelimit-*`,
 * RFC 3339) and developers.openai.com/api/docs/guides/rate-limits
 * (`x-ratelimit-*`, times like `6m0s`), read 2026-11-20.
 *
 * @param now - current time in milliseconds since the epoch.
 */
export function limitResetMs(headers: HttpHeaders, now: number): number | undefined {
  const waits = [...headers].flatMap(([name, remaining]) => {
    const reset = remaining === "0" ? resetBeside(name) : undefined;
    return (reset === undefined ? undefined : waitOf(headers.get(reset) ?? "", now)) ?? [];
  });
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/**
 * Finds the header with the reset time that belongs to a header with the
 * remaining amount.
 */
function resetBeside(name: string): string | undefined {
  const anthropic = /^(anthropic-ratelimit-.+)-remaining$/.exec(name)?.[1];
  if (anthropic !== undefined) return `${anthropic}-reset`;
  const openai = /^x-ratelimit-remaining-(.+)$/.exec(name)?.[1];
  return openai === undefined ? undefined : `x-ratelimit-reset-${openai}`;
}

/** Reads a reset time: a date (Anthropic), or a duration (OpenAI). */
function waitOf(text: string, now: number): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text)) return durationMs(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
