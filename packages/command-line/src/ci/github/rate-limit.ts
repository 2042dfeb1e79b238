import { retryAfterMs, type HttpHeaders } from "@skein/provider-kit";

export interface FailedResponse {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly text: string;
}

/** A longer wait costs more than the answer is worth. */
const mostWaitMs = 60_000;

/** Whether GitHub says that there were too many requests, by its primary or its secondary limit. */
export function isRateLimited({ status, headers, text }: FailedResponse): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  return (
    headers.get("x-ratelimit-remaining") === "0" ||
    headers.get("retry-after") !== null ||
    /secondary rate limit/i.test(text)
  );
}

/**
 * How long to wait before the request is made again; `undefined`: not at all.
 *
 * @param isSafe - it changes nothing, so that an error of the server may be met with a second try.
 */
export function waitMsOf(
  response: FailedResponse,
  { isSafe, attempt, now }: { readonly isSafe: boolean; readonly attempt: number; readonly now: number },
): number | undefined {
  const { status, headers } = response;
  if (isRateLimited(response)) {
    const said = retryAfterMs(headers, now) ?? untilReset(headers, now) ?? mostWaitMs;
    return said <= mostWaitMs ? said : undefined;
  }
  return isSafe && status >= 500 ? 1000 * 2 ** (attempt - 1) : undefined;
}

function untilReset(headers: HttpHeaders, now: number): number | undefined {
  if (headers.get("x-ratelimit-remaining") !== "0") return undefined;
  const seconds = Number(headers.get("x-ratelimit-reset") ?? "");
  return seconds > 0 ? Math.max(0, seconds * 1000 - now) : undefined;
}
