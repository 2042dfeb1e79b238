import { describe, expect, it } from "vitest";
import { memorySize } from "../src/values.ts";

const { parse, schema } = memorySize({ fromMegabytes: 256 });
const fix = { fix: "Use a size of at least 256MB, such as 512MB or 8GB." };

describe("a size of memory", () => {
  it.each([
    ["256MB", 2 ** 28],
    ["8GB", 2 ** 33],
    [" 1.5 GB ", 1.5 * 2 ** 30],
    ["2TB", 2 ** 41],
  ])("%s is read", (text, value) => {
    expect(parse(text)).toEqual({ value });
    expect(text.trim()).toMatch(new RegExp(String(schema["pattern"]), "u"));
  });

  it.each(["255MB", "0GB", "8", 8, "8gb", "8GiB", "-8GB", "GB", "1e9GB", "9999999999TB", "", null, true])(
    "%j is refused, with what to write instead",
    (raw) => {
      expect(parse(raw)).toEqual(fix);
    },
  );
});
