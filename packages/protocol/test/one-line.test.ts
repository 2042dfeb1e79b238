import { expect, it } from "vitest";
import { oneLine } from "../src/index.ts";

it.each([
  ["a", "a"],
  ["  a\r\n\tb  ", "a b"],
  ["\n\n", ""],
])("%j is %j on one line", (text, line) => expect(oneLine(text)).toBe(line));
