import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProviderError } from "@skein/protocol";
import type { ProviderErrorCode } from "@skein/protocol";
import { collect, never } from "@skein/test-kit";
import { errorIn, httpHeaders, providerErrorOf, withFallback } from "../src/index.ts";
import { contextWindowInText } from "../src/context-window-in-text.ts";
import { refusalKinds } from "../src/refusals/kinds.ts";
import { readReasons } from "../src/refusals/read-reasons.ts";
import { vendorRefusals } from "../src/refusals/vendor-refusals.ts";
import { end, modelOf, request, saying, start, text } from "./models.ts";

const now = Date.parse("2026-11-30T12:00:00Z");
const errorOf = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  providerErrorOf({ provider: "vendor", status, headers: httpHeaders(headers), body, now });

const passedOn = (raw: unknown) => ({
  error: { code: 400, message: "Provider returned error", metadata: { raw, provider_name: "Upstream" } },
});
const tooLong = { type: "error", error: { message: "prompt is too long: 215000 tokens > 200000 maximum" } };

describe("an error inside of an error", () => {
  it.each<[string, unknown, string]>([
    [
      "as JSON in a field",
      passedOn(JSON.stringify(tooLong)),
      "Provider returned error: Upstream: prompt is too long",
    ],
    ["as an object in a field", passedOn(tooLong), "Provider returned error: Upstream: prompt is too long"],
    [
      "as text in a field",
      passedOn("prompt is too long: 9 > 8"),
      "Provider returned error: Upstream: prompt is too long",
    ],
    [
      "two levels deep",
      passedOn(JSON.stringify({ error: { message: "It failed.", error: tooLong.error } })),
      "Provider returned error: Upstream: It failed: prompt is too long",
    ],
    [
      "as JSON in a message",
      {
        error: {
          message: `BadRequestError: AnthropicException - b'${JSON.stringify(tooLong)}'. Model Group=x`,
        },
      },
      "BadRequestError: AnthropicException - prompt is too long",
    ],
    ["as JSON in a text", { error: JSON.stringify(tooLong) }, "prompt is too long"],
    ["in a detail", { detail: tooLong.error }, "prompt is too long"],
  ])("%s is shown and classified", (_, body, words) => {
    const error = errorOf(400, body);
    expect(error).toMatchObject({ code: "context-overflow", retryable: false });
    expect(error.message).toContain(`(400): ${words}`);
  });

  it("has its context window and its delay read", () => {
    expect(errorOf(400, passedOn(JSON.stringify(tooLong))).contextTokens).toBe(200_000);
    const slow = passedOn(JSON.stringify({ error: { message: "Slow", details: [{ retryDelay: "34s" }] } }));
    expect(errorOf(429, slow)).toMatchObject({ code: "rate-limited", retryAfterMs: 34_000 });
  });

  it("three levels deep is not read", () => {
    const deep = {
      error: { message: "a", error: { message: "b", error: { message: "c", error: tooLong.error } } },
    };
    expect(errorOf(400, deep)).toMatchObject({
      code: "bad-request",
      message: expect.stringMatching(/a: b: c$/) as string,
    });
  });

  it("is not taken for one if a message merely quotes JSON", () => {
    const message = `Invalid schema for function 'look': {"type":"object"} is not valid.`;
    expect(errorOf(400, { error: { message } }).message).toContain(message);
  });

  it("is read from any JSON without a failure", () => {
    checkProperty(
      fc.property(fc.jsonValue(), (body) => {
        const { message, text: codes } = readReasons(body);
        expect([typeof message, typeof codes]).toEqual(["string", "string"]);
      }),
    );
  });
});

describe("MiniMax's base_resp", () => {
  it.each<[unknown, unknown]>([
    [{ base_resp: { status_code: 1008, status_msg: "insufficient balance" } }, "base_resp 1008"],
    [{ base_resp: { status_code: 0, status_msg: "success" } }, undefined],
    [{ base_resp: "broken" }, undefined],
  ])("%j is %s", (body, code) => {
    expect(errorIn(body).error["code"]).toBe(code);
  });
});

describe("the end of an exhausted quota", () => {
  const quota = (fields: object) => ({
    error: { type: "usage_limit_reached", message: "No more.", ...fields },
  });
  const regain =
    "You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.";
  it.each<[string, unknown, string | undefined]>([
    [
      "seconds since the epoch",
      quota({ resets_at: Date.parse("2026-12-02T00:00Z") / 1000 }),
      "2026-12-02 00:00",
    ],
    ["a date", quota({ resets_at: "2026-12-02T00:00:00Z" }), "2026-12-02 00:00"],
    ["seconds from now", quota({ resets_in_seconds: 3600 }), "2026-11-30 13:00"],
    [
      "a header in the body",
      {
        error: {
          message: "free-models-per-day",
          metadata: { headers: { "X-RateLimit-Reset": `${now + 60_000}` } },
        },
      },
      "2026-11-30 12:01",
    ],
    ["a date in the message", { error: { message: regain } }, "2026-12-01 00:00"],
    [
      "Beijing time",
      {
        error: {
          code: "1308",
          message: "Usage limit reached for 5 hour. Your limit will reset at 2026-12-01 00:35:41",
        },
      },
      "2026-11-30 16:35",
    ],
    [
      "a date of MiniMax",
      { error: { message: "usage limit exceeded, 5-hour limit, resets at 2026-11-30T15:00:00Z (2056)" } },
      "2026-11-30 15:00",
    ],
    [
      "a wait in the message",
      { error: { message: "UserByModelByDay. Please wait 40000 seconds." } },
      "2026-11-30 23:06",
    ],
    ["a time without a zone", quota({ message: "It will reset at 2026-12-01 00:35:41" }), undefined],
    ["a time that is past", quota({ resets_at: "2026-11-29T00:00:00Z" }), undefined],
    ["a time in years", quota({ resets_at: "2036-11-29T00:00:00Z" }), undefined],
    ["no time", quota({}), undefined],
  ])("is read from %s", (_, body, time) => {
    const error = errorOf(429, body);
    expect(error).toMatchObject({ code: "quota", retryable: false });
    expect(error.hint).toBe(
      time === undefined
        ? "Wait until the quota is renewed, or choose another model."
        : `The quota is renewed at ${time} UTC. Wait until then, or choose another model.`,
    );
    expect(error.retryAfterMs === undefined).toBe(time === undefined);
  });

  it("is that of the header first, and no header makes an exhausted quota retryable", () => {
    const error = errorOf(429, quota({ resets_in_seconds: 9 }), {
      "retry-after": "3600",
      "x-should-retry": "true",
    });
    expect(error).toMatchObject({ retryable: false, retryAfterMs: 3_600_000 });
  });

  it("pauses the model for as long in a fallback", async () => {
    let time = 0;
    const failure = new ProviderError("quota", "No more.", {
      provider: "v",
      retryable: false,
      retryAfterMs: 9_000_000,
    });
    const answer = saying(start, ...text(0, "hi"), end);
    const first = modelOf(saying(failure), answer);
    const second = modelOf(answer, answer);
    const model = withFallback(first, [() => Promise.resolve(second)], { clock: { now: () => time } });
    await collect(model.stream(request, never));
    time = 8_999_999;
    await collect(model.stream(request, never));
    expect([first.asked(), second.asked()]).toEqual([1, 2]);
    time = 9_000_000;
    await collect(model.stream(request, never));
    expect(first.asked()).toBe(2);
  });
});

describe("a limit that no request can exceed", () => {
  it.each([
    ["Range of input length should be [1, 129024]", 129_024],
    ["Request body too large for gpt-4o model. Max size: 8000 tokens.", 8000],
    [
      "Request too large for x in organization o on tokens per min (TPM): Limit 30000, Requested 91000.",
      30_000,
    ],
    ["Prompt tokens limit exceeded: 69120 > 36608. To increase, add credits", 36_608],
  ])("%s", (message, tokens) => {
    expect(contextWindowInText(message)).toBe(tokens);
  });
});

const page = readFileSync(join(import.meta.dirname, "../../../docs/provider-errors.md"), "utf8");
/** Rows of the table under a heading, without its head. */
function tableUnder(heading: string): readonly (readonly string[])[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe("docs/provider-errors.md", () => {
  const movesOn = async (code: ProviderErrorCode): Promise<boolean> => {
    const error = new ProviderError(code, "No.", { provider: "v", retryable: false });
    const second = modelOf(saying(start, ...text(0, "hi"), end));
    const model = withFallback(modelOf(saying(error)), [() => Promise.resolve(second)]);
    await collect(model.stream(request, never)).catch(() => undefined);
    return second.asked() > 0;
  };

  it("lists each kind with its code, retries and fallback, as the table has them", async () => {
    const expected = Object.entries(refusalKinds).map(async ([kind, { code, isRetried }]) => [
      `\`${kind}\``,
      `\`${code}\``,
      isRetried ? "yes" : "no",
      (await movesOn(code)) ? "yes" : "no",
    ]);
    expect(tableUnder("Kinds").map((row) => row.filter((_, column) => column !== 1).slice(0, 4))).toEqual(
      await Promise.all(expected),
    );
  });

  it("lists each vendor with its kinds and source, as the table has them", () => {
    const expected = vendorRefusals.map(({ vendor, kinds, source, read }) => [
      vendor,
      Object.keys(kinds)
        .map((kind) => `\`${kind}\``)
        .join(" "),
      `<${source}>, ${read}`,
    ]);
    expect(tableUnder("Vendors")).toEqual(expected);
  });
});
