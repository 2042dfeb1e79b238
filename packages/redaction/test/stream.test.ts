import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "../src/index.ts";
import type { KnownSecret } from "../src/known-secrets.ts";
import { cut, key, randomText, secretsAndText } from "./secrets.ts";

const places = fc.array(fc.nat(100_000), { maxLength: 12 });

function streamed(secrets: readonly KnownSecret[], pieces: readonly string[], patterns = true): string {
  const stream = createRedactor({ key, secrets, patterns }).stream();
  return pieces.map((piece) => stream.push(piece)).join("") + stream.end();
}

const block = (label: string, body: string) => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`;

/** Tokens that are one wherever they stand, and things that nearly are. */
const tokenParts = fc.constantFrom(
  `ghp_${randomText(36, 1)}`,
  `sk-ant-api03-${randomText(90, 2)}`,
  `eyJ${randomText(30, 3)}.eyJ${randomText(60, 4)}.${randomText(43, 5)}`,
  block("RSA PRIVATE KEY", `${randomText(64, 6)}\n${randomText(64, 7)}`),
  block("RSA PRIVATE KEY", "…"),
  block("PUBLIC KEY", randomText(64, 8)),
  "-----BEGIN PRIVATE KEY-----\n",
  "-----BEGIN ",
  "-----",
  `AKIA${randomText(16, 9, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")}`,
  " ",
  "\n",
  '"',
  "\\n",
  "=",
  "/",
  "-",
  "a",
  "words and more words ",
  "ghp_",
  "eyJhbGci.",
  "sk-ant-",
);

describe("a stream", () => {
  it("hides what it hides in the whole, wherever it is cut", () => {
    checkProperty(
      fc.property(secretsAndText, places, fc.boolean(), ([secrets, text], at, patterns) => {
        const whole = createRedactor({ key, secrets, patterns }).redact(text);
        expect(streamed(secrets, cut(text, at), patterns)).toBe(whole);
        expect(streamed(secrets, text.split(""), patterns)).toBe(whole);
      }),
      { numRuns: 150 },
    );
  });

  it("shows nothing of a secret that begins in the end of another one, wherever it is cut", () => {
    const secrets = ["z$9 __ $/>-k", 'k":1b+a>?y'].map((value) => ({ name: "A", value }));
    const text = 'z$9 __ $/>-k":1b+a>?y';
    const whole = createRedactor({ key, secrets }).redact(text);
    expect(whole).toMatch(/^__SECRET_OVERLAP_\w+__$/);
    for (let at = 0; at <= text.length; at++)
      expect(streamed(secrets, [text.slice(0, at), text.slice(at)])).toBe(whole);
    expect(streamed(secrets, text.split(""))).toBe(whole);
  });

  it("finds single tokens wherever the stream is cut", () => {
    checkProperty(
      fc.property(fc.array(tokenParts, { maxLength: 14 }), places, (parts, at) => {
        const text = parts.join("\n");
        const whole = createRedactor({ key, secrets: [] }).redact(text);
        expect(streamed([], cut(text, at))).toBe(whole);
        expect(streamed([], text.split(""))).toBe(whole);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ["bearer", (value: string) => `curl -H "Authorization: Bearer ${value}" https://example.com`, 40],
    ["aws", (value: string) => `AWS_SECRET_ACCESS_KEY = ${value}\nregion = eu\n`, 40],
    [
      "aws after its id",
      (value: string) => `AKIA${randomText(16, 3, "ABCDEFGHIJKLMNOP234567")}, ${value} end`,
      40,
    ],
  ])("finds a token by what stands before it, wherever it is cut: %s", (_, around, length) => {
    const value = `${randomText(length - 3, 21)}aB3`;
    const text = around(value);
    expect(createRedactor({ key, secrets: [] }).redact(text)).not.toContain(value);
    const leaks = [...text.split("").keys()].filter((at) => {
      const inTwo = streamed([], [text.slice(0, at), text.slice(at)]);
      return inTwo.includes(value);
    });
    expect(leaks).toEqual([]);
    expect(streamed([], text.split(""))).not.toContain(value);
  });

  it("hides those that were seen before wherever they stand", () => {
    checkProperty(
      fc.property(fc.array(tokenParts, { maxLength: 14 }), places, (parts, at) => {
        const text = parts.join("");
        const redactor = createRedactor({ key, secrets: [] });
        redactor.redact(text);
        const stream = redactor.stream();
        const pieces = cut(text, at).map((piece) => stream.push(piece));
        expect(pieces.join("") + stream.end()).toBe(redactor.redact(text));
      }),
      { numRuns: 150 },
    );
  });

  it("gives out at once what cannot become a secret, and holds back what may", () => {
    const value = `correct ${randomText(20, 10)}`;
    const stream = createRedactor({ key, secrets: [{ name: "A", value }] }).stream();
    expect(stream.push("one two ")).toBe("one two ");
    expect(stream.push("three")).toBe("");
    expect(stream.push(" corr")).toBe("three ");
    expect(stream.push("idor ")).toBe("corridor ");
    expect(stream.push(value.slice(0, 15))).toBe("");
    expect(stream.push(`${value.slice(15)} `)).toMatch(/^__SECRET_A_\w+__ $/);
    expect(stream.end()).toBe("");
  });

  it("holds back a private key until it is whole, and no more than its greatest size", () => {
    const stream = createRedactor({ key, secrets: [] }).stream();
    const [start, body, end] = [
      "-----BEGIN PRIVATE KEY-----\n",
      `${randomText(64, 11)}\n`,
      "-----END PRIVATE KEY-----\n",
    ];
    expect(stream.push(start + body)).toBe("");
    expect(stream.push(body)).toBe("");
    expect(stream.push(end)).toMatch(/^-----BEGIN PRIVATE KEY-----\n__SECRET_PRIVATE_KEY_\w+__\n-----END/);
    let out = "";
    for (let line = 0; line < 1_000; line++) out += stream.push(line === 0 ? start : `${line} ${body}`);
    expect(out.length).toBeGreaterThan(20_000);
  });

  it("waits for a token that begins with a known value", () => {
    const token = `ghp_${randomText(36, 12)}`;
    const secrets = [{ name: "A", value: token.slice(0, 20) }];
    const whole = createRedactor({ key, secrets }).redact(`${token} end`);
    expect(whole).toMatch(/^__SECRET_GITHUB_TOKEN_\w+__ end$/);
    expect(streamed(secrets, `${token} end`.split(""))).toBe(whole);
  });

  it("starts over after its end", () => {
    const stream = createRedactor({ key, secrets: [] }).stream();
    expect(stream.push("word")).toBe("");
    expect(stream.end()).toBe("word");
    expect(stream.push("other ") + stream.end()).toBe("other ");
  });
});
