import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const [head = "", ...lines] = readFileSync(
  new URL("../../../docs/first-minute.cast", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n");
const events = lines.map(
  (line) => JSON.parse(line) as readonly [seconds: number, kind: string, text: string],
);

it("is an asciicast of less than a minute", () => {
  expect(JSON.parse(head)).toMatchObject({ version: 2, width: 80, height: 24 });
  const times = events.map(([seconds]) => seconds);
  expect(times.toSorted((one, other) => one - other)).toEqual(times);
  expect(times.at(-1)).toBeLessThan(60);
  expect(new Set(events.map(([, kind]) => kind))).toEqual(new Set(["o"]));
});

it("goes from the installation to the first task that is done", () => {
  const all = events.map(([, , text]) => text).join("");
  const steps = [
    "npm",
    "added",
    "Who answers?",
    "Which model?",
    "lists commands",
    "Make this change?",
    "1 file changed",
  ];
  const places = steps.map((step) => all.indexOf(step));
  expect(places).not.toContain(-1);
  expect(places.toSorted((one, other) => one - other)).toEqual(places);
  expect(all).not.toContain("demo-0123456789");
});
