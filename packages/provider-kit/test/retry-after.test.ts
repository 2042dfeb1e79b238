import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { retryAfterMs } from "../src/index.ts";

const now = Date.parse("2026-11-20T10:00:00Z");

describe("what the vendor asks to wait", () => {
  it.each<[Record<string, string>, number | undefined]>([
    [{ "retry-after": "2" }, 2000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after-ms": "250", "retry-after": "2" }, 250],
    [{ "retry-after-ms": "soon", "retry-after": "2" }, 2000],
    [{ "retry-after": "Fri, 20 Nov 2026 10:00:30 GMT" }, 30_000],
    [{ "retry-after": "Fri, 20 Nov 2026 09:00:00 GMT" }, 0],
    [{ "retry-after": "-1" }, undefined],
    [{ "retry-after": "5 apples" }, undefined],
    [{ "retry-after": "" }, undefined],
    [{}, undefined],
  ])("%j", (headers, expected) => {
    expect(retryAfterMs(new Headers(headers), now)).toBe(expected);
  });

  it("is never negative, never not a number, whatever the header says", () => {
    checkProperty(
      fc.property(fc.stringMatching(/^[ -~]*$/), fc.stringMatching(/^[ -~]*$/), (ms, seconds) => {
        const wait = retryAfterMs(new Headers({ "retry-after-ms": ms, "retry-after": seconds }), now);
        expect(wait === undefined || wait >= 0).toBe(true);
      }),
    );
  });
});
