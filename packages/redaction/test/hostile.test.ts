import { describe, expect, it } from "vitest";
import { createRedactor } from "../src/index.ts";
import { key, randomText } from "./secrets.ts";

const long = (text: string) => text.repeat(Math.ceil(200_000 / text.length)).slice(0, 200_000);

/** Beginnings of tokens without their ends, and everything that makes a search go back. */
const texts: readonly (readonly [string, string])[] = [
  ...[
    "a",
    "A1",
    "-",
    "_",
    "/",
    ".",
    "=",
    " ",
    "\n",
    "\\n",
    "eyJ",
    "eyJaaaaaaaaaaaa.",
    "sk-",
    "/sk-",
    "sk-ant-",
    "://",
    "://a:",
  ].map((text): readonly [string, string] => [text, long(text)]),
  ...[
    "://a:bbbbbbbb",
    "Bearer ",
    " Bearer a1",
    "AKIAABCDEFGHIJKLMNOP",
    "AKIAABCDEFGHIJKLMNOP,secret",
    "aws_secret=",
    "xoxb-",
  ].map((text): readonly [string, string] => [text, long(text)]),
  ...[
    "-----",
    "-----BEGIN ",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN A A A A A A PRIVATE ",
    "__SECRET_",
    "__SECRET_A",
  ].map((text): readonly [string, string] => [text, long(text)]),
  ["a_A…", `__SECRET_${long("A_")}__`],
  ["eyJ long", `eyJ${long("a")}`],
  ["a JWT of long parts", long(`eyJ${"a1".repeat(2_000)}.`)],
  ["base64", randomText(200_000, 1)],
  [
    "base64 with slashes",
    randomText(200_000, 2, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/"),
  ],
];

describe("a long and hostile text", () => {
  it.each(texts)("%j comes back", (_, text) => {
    const secrets = [{ name: "A", value: randomText(40, 3) }];
    const redactor = createRedactor({ key, secrets });
    const hidden = redactor.redact(text);
    expect(redactor.restore(hidden)).toBe(text);
    expect(redactor.restore(text)).toBe(text);
  });

  it.each(texts)("%j comes back from a stream of small pieces", (_, text) => {
    const redactor = createRedactor({ key, secrets: [] });
    const stream = redactor.stream();
    const out: string[] = [];
    for (let at = 0; at < 50_000; at += 7) out.push(stream.push(text.slice(at, Math.min(at + 7, 50_000))));
    expect(redactor.restore(out.join("") + stream.end())).toBe(text.slice(0, 50_000));
  });

  it("that nearly is a known value again and again comes back", () => {
    const value = `${"a1b2c3d4".repeat(200)}!`;
    const redactor = createRedactor({ key, secrets: [{ name: "A", value }] });
    const text = "a1b2c3d4".repeat(20_000);
    expect(Object.is(redactor.redact(text), text)).toBe(true);
    expect(redactor.redact(`${text}!`)).toMatch(/a1b2c3d4__SECRET_A_\w+__$/);
  });

  it("with thousands of tokens comes back without them", () => {
    const tokens = Array.from({ length: 4_500 }, (_, index) => `ghp_${randomText(36, index)}`);
    const text = tokens.join(" ");
    const redactor = createRedactor({ key, secrets: [] });
    const hidden = redactor.redact(text);
    expect(hidden).not.toContain("ghp_");
    expect(redactor.restore(hidden)).toBe(text);
  });
});
