import { spawnSync } from "node:child_process";
import { sampleValues } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shellWord } from "../src/text/shell-word.ts";

const odd = fc.constantFrom(
  "'",
  "\\",
  "\n",
  "\r",
  "\u001b",
  "$",
  "`",
  " ",
  "\u202E",
  "\u200B",
  "é",
  "1",
  "👍",
);
const words = fc.string({ unit: fc.oneof(odd, fc.string({ unit: "binary", minLength: 1, maxLength: 1 })) });

describe("a word to be copied into a shell", () => {
  it("is for the shell what it was, on one line, and hides nothing", () => {
    const texts = sampleValues(words, 2000)
      .map((text) => text.toWellFormed().replaceAll("\0", ""))
      .concat("two\nlines", "it's", "");
    const quoted = texts.map(shellWord);
    for (const word of quoted) expect(word).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    const given = { input: `printf '%s\\0' ${quoted.join(" ")}`, encoding: "utf8", env: {} } as const;
    expect(spawnSync("/bin/bash", ["--noprofile", "--norc"], given).stdout.split("\0").slice(0, -1)).toEqual(
      texts,
    );
  });
});
