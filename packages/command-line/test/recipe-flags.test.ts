import { expect, it } from "vitest";
import { refuseRecipeFlags } from "@skein/command-line";

it.each([
  [{ params: ["a=b"] }, "--params goes with --recipe alone."],
  [{ explain: true, resume: true }, "--explain goes with --recipe alone."],
  [{ "trust-hash": ["0"] }, "--trust-hash goes with --recipe alone."],
  [{ "no-recipe": true }, "--no-recipe goes with --resume alone."],
])("without a recipe, %j is refused", (flags, message) => {
  expect(() => refuseRecipeFlags("run", flags)).toThrow(message);
});

it.each([{}, { resume: true, "no-recipe": true }, { resume: true, "trust-hash": ["0"] }])(
  "of a session that is resumed, %j may be meant",
  (flags) => expect(() => refuseRecipeFlags("run", flags)).not.toThrow(),
);
