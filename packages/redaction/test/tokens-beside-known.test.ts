import { describe, expect, it } from "vitest";
import { createRedactor } from "../src/index.ts";
import { needleIndex, type NeedleIndex } from "../src/needle-index.ts";
import { tokensBesideKnown } from "../src/tokens-beside-known.ts";
import { key, randomText } from "./secrets.ts";

/** An index that counts the characters of what it finds. */
function counting(needles: readonly string[]) {
  const index = needleIndex();
  for (const needle of needles) index.add(needle, "");
  let characters = 0;
  const counted: NeedleIndex = {
    ...index,
    next(text, from) {
      const hit = index.next(text, from);
      if (hit) characters += hit.end - hit.start;
      return hit;
    },
  };
  return { index: counted, characters: () => characters };
}

function overlapsIn(text: string, needles: readonly string[], to = text.length) {
  const { index, characters } = counting(needles);
  const values: string[] = [];
  const found = ({ name, value }: { readonly name: string; readonly value: string }) => {
    if (name === "OVERLAP") values.push(value);
  };
  tokensBesideKnown(text, 0, to, { index, found, isAfterSecret: false });
  return { values, characters: characters() };
}

describe("known secrets that begin inside of each other", () => {
  const [one, two] = [randomText(20, 1), randomText(20, 2)];

  it("are one secret", () => {
    const text = `x ${one}${two} y`;
    expect(overlapsIn(text, [one, one.slice(10) + two]).values).toEqual([one + two]);
    expect(overlapsIn(text, [one, two]).values).toEqual([]);
    expect(overlapsIn(text, [one, one.slice(5, 15)]).values).toEqual([]);
  });

  it("are found when the second one ends behind the range", () => {
    const text = `${one}${two}`;
    expect(overlapsIn(text, [one, one.slice(10) + two], 39).values).toEqual([text]);
    expect(overlapsIn(text, [one, one.slice(10) + two], 40).values).toEqual([text]);
  });

  it("take time that grows with the text, however many there are", () => {
    const text = "ab".repeat(32_768);
    const { values, characters } = overlapsIn(text, ["ab".repeat(4_096)]);
    expect(characters).toBeLessThan(20 * text.length);
    expect(values).toEqual([text]);
  });

  it("are all looked at while they are few", () => {
    const unit = "abcdefgh";
    // Each of the 14 inner ones has as many characters as the outer one has units.
    const text = `${unit.repeat(15)}${one}`;
    const outer = unit.repeat(15);
    const last = `${unit}${one}`;
    expect(overlapsIn(text, [outer, last, unit]).values).toEqual([text]);
    expect(overlapsIn(`${text}rest`, [outer, last, unit]).values).toEqual([text]);
  });

  it("leave nothing of a repeated secret", () => {
    const secret = "Xy7-Xy7-Xy7-Xy7-Xy7-Qz";
    const redactor = createRedactor({ key, secrets: [{ name: "A", value: secret }] });
    const text = `${"Xy7-".repeat(16_384)}Qz`;
    expect(redactor.redact(text)).not.toContain(secret);
    expect(redactor.restore(redactor.redact(text))).toBe(text);
  });
});
