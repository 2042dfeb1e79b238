import { describe, expect, it } from "vitest";
import { retryAfterMs } from "../src/index.ts";
import { limitResetMs } from "../src/waits/limit-reset.ts";
import { retryDelayInText } from "../src/waits/retry-delay-in-text.ts";

const now = Date.parse("2026-11-20T10:00:00Z");

describe("how long to wait is read from", () => {
  it.each([
    ["Retry after 12 seconds", 12_000],
    ["retry in 1.25 seconds", 1_250],
    ["retry after 10.75 minutes", 645_000],
    ["Try again in 250milliseconds", 250],
    ["try again after 1 millisecond", 1],
    ["try again in 1 second", 1_000],
    ["retry after 2 minutes", 120_000],
    ["retry after 1 hour", 3_600_000],
    ["retry after 3 hours.", 10_800_000],
    ['"retryDelay":"1.5s"', 1_500],
    ['"retryDelay":   "12s"', 12_000],
    ['"retryDelay": "12"', undefined],
    ["retry after 2 secondsofsilence", undefined],
    ["noretry after 2 seconds", undefined],
    ["retry 2 seconds", undefined],
  ])("a sentence: %s", (text, expected) => expect(retryDelayInText(text)).toBe(expected));

  it.each<[Record<string, string>, number | undefined]>([
    [{ "retry-after-ms": "12.25" }, 12.25],
    [{ "retry-after-ms": "x12", "retry-after": "x3" }, undefined],
    [{ "retry-after": "3s" }, undefined],
    [{ "retry-after": "Friday, 20-Nov-26 10:00:30 GMT" }, 30_000],
    [{ "retry-after": "until Fri, 20 Nov 2026 10:00:30 GMT" }, undefined],
    [{ "retry-after": "2026-11-20T10:00:30Z" }, undefined],
  ])("the header for it: %j", (headers, expected) => {
    expect(retryAfterMs(new Headers(headers), now)).toBe(expected);
  });

  it.each<[Record<string, string>, number | undefined]>([
    [
      {
        "anthropic-ratelimit-tokens-remaining": " 0 ",
        "anthropic-ratelimit-tokens-reset": "2026-11-20T10:00:05Z",
      },
      5_000,
    ],
    [{ "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "1m30s" }, 90_000],
    [
      {
        "x-anthropic-ratelimit-tokens-remaining": "0",
        "anthropic-ratelimit-tokens-reset": "2026-11-20T10:00:05Z",
      },
      undefined,
    ],
    [
      {
        "anthropic-ratelimit-tokens-remaining-x": "0",
        "anthropic-ratelimit-tokens-reset": "2026-11-20T10:00:05Z",
      },
      undefined,
    ],
    [{ "my-x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "5s" }, undefined],
    [
      { "anthropic-ratelimit-tokens-remaining": "0", "anthropic-ratelimit-tokens-reset": "2026-11-20Tsoon" },
      undefined,
    ],
  ])("the headers of used up limits: %j", (headers, expected) => {
    expect(limitResetMs(new Headers(headers), now)).toBe(expected);
  });
});
