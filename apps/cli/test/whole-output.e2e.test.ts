import { afterAll, beforeAll, expect, it } from "vitest";
import {
  calls,
  comesLate,
  leavesEarly,
  longest,
  printingHome,
  type PrintingHome,
} from "./printing-commands.ts";

// Those whose output is longer than a pipe are read by long-output.e2e.test.ts.
const others = calls.filter(([call]) => !longest.test(call));

let home: PrintingHome;

beforeAll(async () => {
  home = await printingHome();
});

afterAll(() => home[Symbol.asyncDispose]());

it.concurrent.each(others)("a reader that comes late gets all of %s", async (_, args) => {
  expect(await comesLate(home, args)).toBeGreaterThan(0);
});

it.concurrent.each(others)("a reader that leaves early is no error of %s", async (_, args) => {
  expect(await leavesEarly(home, args)).toBe("");
});
