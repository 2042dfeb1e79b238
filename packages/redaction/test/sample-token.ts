import type { TokenFormat } from "../src/token-formats.ts";
import { randomText } from "./secrets.ts";

const ascii = Array.from({ length: 94 }, (_, index) => String.fromCharCode(index + 33));

/**
 * A token of a format, made of its pattern: random characters, and the fewest repetitions. Made while the tests run, so that no
 * scanner takes a file of tests for a leak.
 */
export function sampleToken(format: TokenFormat, seed: number): string {
  const prefixes = format.prefixes.split(" ");
  const prefix = prefixes[seed % prefixes.length]!;
  const { lead, rest } = format;
  for (let attempt = seed * 1_000; ; attempt++) {
    const begins = lead?.begins ?? "";
    const before = lead ? begins + drawn(lead.alphabet, lead.least - begins.length, attempt + 500) : "";
    const token = before + prefix + ofPattern(rest, attempt);
    const isMixed = /[a-z]/.test(token) && /[A-Z]/.test(token) && /(?:\d\D+){3}/.test(token);
    if (format.isMixed !== true && format.boundary !== "digits") return token;
    if (isMixed) return token;
  }
}

/** Of the patterns in the table: classes, escapes, groups with alternatives, repetitions; what only looks ahead is nothing. */
function ofPattern(pattern: string, seed: number): string {
  const part =
    /\(\?!(?:[^()\\]|\\.)*\)|(?<class>\[(?:[^\]\\]|\\.)*\]|\\[dw])(?:\{(?<least>\d+)(?:,\d+)?\})?(?<maybe>\?)?|\(\?:(?<group>(?:[^()\\]|\\.)*)\)(?:\{(?<times>\d+)\})?(?<optional>\?)?|\\(?<escaped>.)|(?<literal>[^\\])(?<rare>\?|\{0,\d\})?/g;
  let text = "";
  for (const { groups = {}, index } of pattern.matchAll(part)) {
    const salt = seed * 31 + index;
    if (groups["class"] !== undefined && !groups["maybe"])
      text += drawn(groups["class"], Number(groups["least"] ?? 1), salt);
    if (groups["group"] !== undefined && !groups["optional"]) {
      const choice = groups["group"].split("|")[0]!;
      for (let time = 0; time < Number(groups["times"] ?? 1); time++) text += ofPattern(choice, salt + time);
    }
    text += groups["escaped"] ?? "";
    if (groups["rare"] === undefined) text += groups["literal"] ?? "";
  }
  return text;
}

function drawn(alphabet: string, length: number, seed: number): string {
  const member = new RegExp(`^${alphabet}$`);
  return randomText(length, seed, ascii.filter((character) => member.test(character)).join(""));
}
