import { expect, it } from "vitest";
import { jsonInText } from "../src/json.ts";

it.each([
  ['{"a": [1]}', { a: [1] }],
  ["null", null],
  ["1", 1],
  ["", undefined],
  ["{", undefined],
  ["undefined", undefined],
])("reads %j as JSON, or as nothing", (text, value) => {
  expect(jsonInText(text)).toEqual(value);
});
