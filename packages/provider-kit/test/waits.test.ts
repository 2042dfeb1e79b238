import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { durationMs } from "../src/waits/duration.ts";
import { limitResetMs } from "../src/waits/limit-reset.ts";
import { retryDelayInText } from "../src/waits/retry-delay-in-text.ts";

describe("a time as vendors write it", () => {
  it.each([
    ["1.2s", 1200],
    ["6m0s", 360_000],
    ["20ms", 20],
    ["1h2m3.5s", 3_723_500],
    ["0s", 0],
    ["", undefined],
    ["12", undefined],
    ["5 apples", undefined],
    ["-1s", undefined],
  ])("%j is %j ms", (text, expected) => {
    expect(durationMs(text)).toBe(expected);
  });

  it("is read again as it was written", () => {
    const part = fc.nat(59);
    checkProperty(
      fc.property(fc.nat(99), part, part, fc.nat(999), (h, m, s, ms) => {
        expect(durationMs(`${h}h${m}m${s}s${ms}ms`)).toBe(((h * 60 + m) * 60 + s) * 1000 + ms);
      }),
    );
  });
});

describe("how long to wait, in the words of a refusal", () => {
  it.each([
    [
      "Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000. Please try again in 1.2s. Visit",
      1200,
    ],
    ["Rate limit reached for requests. Please try again in 6m0s.", 360_000],
    ["Please try again in 20ms. Contact us", 20],
    ["Please retry in 34.419s.", 34_419],
    ['{"details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34s"}]}', 34_000],
    ["Too many requests, please try again in 5 seconds", 5000],
    ["Retry after 1 minute.", 60_000],
    ["Please try again in a moment.", undefined],
    ["Try again in 5 apples", undefined],
    ["try again in 1.2skips", undefined],
    ["", undefined],
  ])("%s", (text, expected) => {
    expect(retryDelayInText(text)).toBe(expected);
  });
});

describe("when limits that are used up are filled again", () => {
  const now = Date.parse("2026-11-20T10:00:00Z");
  const reset = (headers: Record<string, string>) => limitResetMs(new Headers(headers), now);

  it("is the last of them, in either vendor's form", () => {
    const anthropic = {
      "anthropic-ratelimit-requests-remaining": "0",
      "anthropic-ratelimit-requests-reset": "2026-11-20T10:00:07Z",
      "anthropic-ratelimit-input-tokens-remaining": "0",
      "anthropic-ratelimit-input-tokens-reset": "2026-11-20T10:00:30Z",
    };
    expect(reset(anthropic)).toBe(30_000);
    expect(reset({ "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "6m0s" })).toBe(360_000);
  });

  it("is unknown where something is left, or the time cannot be read", () => {
    expect(
      reset({ "x-ratelimit-remaining-tokens": "1", "x-ratelimit-reset-tokens": "6m0s" }),
    ).toBeUndefined();
    expect(
      reset({ "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "soon" }),
    ).toBeUndefined();
    expect(reset({ "x-ratelimit-remaining-tokens": "0" })).toBeUndefined();
  });

  it("is never in the past", () => {
    const headers = {
      "anthropic-ratelimit-requests-remaining": "0",
      "anthropic-ratelimit-requests-reset": "2026-11-20T09:00:00Z",
    };
    expect(reset(headers)).toBe(0);
  });
});
