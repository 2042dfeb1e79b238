import { describe, expect, it } from "vitest";
import { createRedactor } from "../src/index.ts";
import { key, randomText } from "./secrets.ts";

const value = `Kq<9>&m Q'(2)"ß!vBÿÿÿ`;
const json = JSON.stringify(value).slice(1, -1);
const percent = encodeURIComponent(value);
const strict = percent.replace("!", "%21").replace("'", "%27").replace("(", "%28").replace(")", "%29");
const lower = (text: string) => text.replaceAll(/%../g, (sign) => sign.toLowerCase());
const reversed = (text: string) => Array.from(text).toReversed().join("");
/** The mark is what any process with the same key turns back by: it may not change. */
const forms: readonly (readonly [mark: string, text: string])[] = [
  ["", value],
  ["_JSON", json],
  ["_JSON2", JSON.stringify(json).slice(1, -1)],
  ["_JSONH", json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")],
  ["_URL", percent],
  ["_URLS", strict],
  ["_URLF", strict.replace("%20", "+")],
  ["_URLL", lower(percent)],
  ["_URLSL", lower(strict)],
  ["_URLFL", lower(strict.replace("%20", "+"))],
  ["_HEX", Buffer.from(value).toString("hex")],
  ["_HEXU", Buffer.from(value).toString("hex").toUpperCase()],
];

describe("a form of a secret", () => {
  const redactor = createRedactor({ key, secrets: [{ name: "A", value }], patterns: false });

  it.each(forms)("has its own mark, forwards and backwards: %s %s", (mark, text) => {
    const [hidden, backwards] = [redactor.redact(text), redactor.redact(reversed(text))];
    expect(hidden).toMatch(new RegExp(`^__SECRET_A_[0-9a-f]{10}${mark}__$`));
    expect(backwards).toMatch(new RegExp(`^__SECRET_A_[0-9a-f]{10}_REV${mark.slice(1)}__$`));
    expect([redactor.restore(hidden), redactor.restore(backwards)]).toEqual([text, reversed(text)]);
  });

  it.each([
    ["B64X", "base64"],
    ["B64U", "base64url"],
  ] as const)("in base64 has that of its place: %s", (mark, encoding) => {
    const texts = ["", "x", "xy"].map((before) => Buffer.from(before + value).toString(encoding));
    const marks = texts.map((text) => /_([A-Z0-9]+)__/.exec(redactor.redact(text))?.[1]);
    expect(marks).toEqual([`${mark}0`, `${mark}1`, `${mark}2`]);
  });

  it("of a line of it is only what is escaped", () => {
    const [first, second] = [randomText(40, 1), randomText(40, 2)];
    const lines = createRedactor({
      key,
      secrets: [{ name: "A", value: `${first}\n${second}` }],
      patterns: false,
    });
    expect(lines.redact(second)).toMatch(/^__SECRET_A_LINE_[0-9a-f]{10}_JSON__$/);
    expect(lines.redact(btoa(second))).toBe(btoa(second));
  });
});
