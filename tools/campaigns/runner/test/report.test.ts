import { expect, it } from "vitest";
import { createReport } from "../report.ts";

function shown(isTerminal: boolean) {
  const lines: string[] = [];
  const out = (text: string) => void lines.push(`out ${JSON.stringify(text)}`);
  const err = (text: string) => void lines.push(`err ${JSON.stringify(text)}`);
  return { lines, report: createReport({ out, err, isTerminal }, new AbortController().signal) };
}

it("replaces the line of progress in a terminal", () => {
  const { lines, report } = shown(true);
  report.step(1, 3);
  report.step(2, 3);
  report.print("a result");
  expect(lines).toEqual([
    'err "1 of 3"',
    String.raw`err "\r\u001b[2K"`,
    'err "2 of 3"',
    String.raw`err "\r\u001b[2K"`,
    String.raw`out "a result\n"`,
  ]);
});

it("writes a line for each tenth elsewhere", () => {
  const { lines, report } = shown(false);
  for (let done = 1; done <= 200; done++) report.step(done, 200);
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toBe(String.raw`err "200 of 200\n"`);
});
