import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor, followFile, redactFile } from "../src/index.ts";
import { key, randomText } from "./secrets.ts";
import { tempFolder } from "./temp-folder.ts";

const known = randomText(30, 1);
const secrets = [{ name: "A", value: known }];
const redactor = () => createRedactor({ key, secrets });
const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A token of each kind of format: of a fixed length, up to a length, and with other characters. */
const tokens = {
  github: `ghp_${randomText(36, 2)}`,
  google: `AIza${randomText(35, 3)}`,
  aws: `AKIA${randomText(16, 4, capitals)}`,
  npm: `npm_${randomText(36, 5)}`,
  anthropic: `sk-ant-api03-${randomText(40, 6)}`,
  api: `sk-${randomText(32, 7)}`,
  stripe: `rk_live_${randomText(24, 8)}`,
  sendgrid: `SG.${randomText(22, 9)}.${randomText(43, 10)}`,
  jwt: `eyJ${randomText(30, 11)}.eyJ${randomText(30, 12)}.${randomText(43, 13)}`,
} as const;
const names = Object.keys(tokens) as (keyof typeof tokens)[];

/** Every place in which text is redacted. */
const places: Readonly<Record<string, (text: string) => string | Promise<string>>> = {
  text: (text) => redactor().redact(text),
  stream(text) {
    const stream = redactor().stream();
    return stream.push(text) + stream.end();
  },
  "stream of single characters"(text) {
    const stream = redactor().stream();
    return Array.from(text, (character) => stream.push(character)).join("") + stream.end();
  },
  async file(text) {
    const path = written(text);
    await redactFile(path, redactor());
    return readFileSync(path, "utf8");
  },
  async "followed file"(text) {
    const path = written(text);
    const file = followFile(path, redactor());
    while (file.look());
    expect(await file.finish()).toBe(true);
    return readFileSync(path, "utf8");
  },
};

function written(text: string): string {
  const path = join(tempFolder(), "output.txt");
  writeFileSync(path, text);
  return path;
}

const parts = names.map((name) => (name === "aws" ? `${tokens[name]}\n` : tokens[name]));

/** Some characters of a token that no placeholder holds. */
const partOf = (token: string) => token.slice(-14);

describe.each(Object.entries(places))("in a %s", (_, redact) => {
  it.each(names)("a token hides that touches a replaced secret: %s", async (name) => {
    const token = tokens[name];
    for (const text of [`${known}${token}\n`, `x ${known}${token}${known} y`, `${known}${known}${token}`]) {
      const clean = await redact(text);
      expect(clean).not.toContain(partOf(known));
      expect(clean).not.toContain(partOf(token));
    }
  });

  it("both of two known values hide that share characters", async () => {
    const token = `ghp_${randomText(36, 2)}${known.slice(0, 12)}`;
    const text = `${token} ${known}${token}${known.slice(12)}${tokens.npm}\n`;
    const clean = await redact(text);
    for (const secret of [known, token, tokens.npm]) expect(clean).not.toContain(partOf(secret));
    expect(clean).toMatch(/^__SECRET_GITHUB_TOKEN_\w+__ __SECRET_A_\w+__\n$/);
  });

  it("a token hides that touches another one, whatever their formats", async () => {
    const shown: string[] = [];
    // An AWS key id is one only as a whole word.
    for (const first of names.filter((name) => name !== "aws")) {
      for (const second of names) {
        const clean = await redact(`one ${tokens[first]}${tokens[second]} two\n`);
        for (const name of [first, second])
          if (clean.includes(partOf(tokens[name]))) shown.push(`${name} of ${first}${second}`);
      }
    }
    expect(shown).toEqual([]);
  });
});

it("tokens and secrets that touch hide wherever a stream is cut", () => {
  const part = fc.constantFrom(known, ...parts, "\n", " word ", "é");
  const cuts = fc.array(fc.nat(500), { maxLength: 6 });
  checkProperty(
    fc.property(fc.array(part, { maxLength: 12 }), cuts, (chosen, at) => {
      const text = chosen.join("");
      const stream = redactor().stream();
      const ends = [...at.map((end) => end % (text.length + 1)), text.length].toSorted((a, b) => a - b);
      const pieces = ends.map((end, index) => stream.push(text.slice(ends[index - 1] ?? 0, end)));
      const clean = pieces.join("") + stream.end();
      expect(clean).not.toContain(partOf(known));
      for (const name of names) expect(clean).not.toContain(partOf(tokens[name]));
    }),
    { numRuns: 300 },
  );
});

it("a secret that touches text which is no token leaves that text", () => {
  expect(redactor().redact(`${known}ghp_short ${known}`)).toMatch(/^__SECRET_A_\w+__ghp_short __SECRET_A_/);
});

it("two tokens of which the first would be too short without the beginning of the second are one", () => {
  const first = `AIza${randomText(20, 40)}`;
  const text = `a ${first}ghp_${randomText(36, 41)} b`;
  expect(redactor().redact(text)).toMatch(/^a __SECRET_GOOGLE_API_KEY_[0-9a-f]{10}__ b$/);
});
