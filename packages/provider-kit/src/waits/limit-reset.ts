import { durationMs } from "./duration.ts";
import type { HttpHeaders } from "../transport/send.ts";

/**
 * Milliseconds until the last exhausted limit resets; `undefined` when no limit is exhausted.
 *
 * @param now - milliseconds since the epoch.
 *
 * Source: platform.claude.com/docs/en/api/rate-limits (`anthropic-ratelimit-*`, RFC 3339) and
 * developers.openai.com/api/docs/guides/rate-limits (`x-ratelimit-*`, times like `6m0s`), read 2026-11-20.
 */
export function limitResetMs(headers: HttpHeaders, now: number): number | undefined {
  const waits = [...headers].flatMap(([name, remaining]) => {
    const reset = remaining === "0" ? resetBeside(name) : undefined;
    return (reset === undefined ? undefined : waitOf(headers.get(reset) ?? "", now)) ?? [];
  });
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** Header with the reset time, by the header with the remaining amount. */
function resetBeside(name: string): string | undefined {
  const anthropic = /^(anthropic-ratelimit-.+)-remaining$/.exec(name)?.[1];
  if (anthropic !== undefined) return `${anthropic}-reset`;
  const openai = /^x-ratelimit-remaining-(.+)$/.exec(name)?.[1];
  return openai === undefined ? undefined : `x-ratelimit-reset-${openai}`;
}

function waitOf(text: string, now: number): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text)) return durationMs(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
