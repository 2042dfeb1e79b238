import { expect, it } from "vitest";
import { outputIn } from "../src/shell-term/last-command.ts";

const screen = `~/shop $ make test
old output
~/shop $ ls
cart.js
~/shop $ make test
one test failed

~/shop $ @skein why?
`;

it("is what stands between the last call of the command and the question", () => {
  expect(outputIn(screen, "make test")).toBe("one test failed");
  expect(outputIn("$ true\n$ @skein why?\n", "true")).toBe("(no output)");
});

it("is not known where the command is not on the screen, or there is none", () => {
  expect(outputIn(screen, "npm test")).toBeUndefined();
  expect(outputIn(undefined, "make test")).toBeUndefined();
});
