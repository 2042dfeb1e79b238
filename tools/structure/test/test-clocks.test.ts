import { expect, it } from "vitest";
import { problemsIn, soundTree } from "./tree.ts";

const inTest = (text: string, path = "packages/agent/test/one.test.ts") =>
  problemsIn({ ...soundTree, [path]: `${text}\n` });

it.each([
  ["reads a clock in a test", "export const startedAt = performance.now();"],
  ["reads a clock in a test", "export const startedAt = process.hrtime.bigint();"],
  ["reads a clock in a test", "export const used = process.cpuUsage();"],
  ["reads a clock in a test", "export const used = process.uptime();"],
  ["measures memory in a process that test files share", "export const rss = process.memoryUsage().rss;"],
  ["measures memory in a process that test files share", "export const rss = process.memoryUsage.rss();"],
  ["compares the time of day in a test", "export const ms = () => Date.now() - startedAt;"],
  ["compares the time of day in a test", "while (Date.now() < end) await step();"],
  ["compares the time of day in a test", "if (end <= Date.now()) throw new Error();"],
  ["waits with a time limit of its own in a test", "await vi.waitFor(() => expect(count).toBe(1));"],
  ["waits with a time limit of its own in a test", "await vi.waitUntil(() => count === 1, 5_000);"],
  [
    "waits with a time limit of its own in a test",
    "await expect.poll(() => count, { timeout: 5_000 }).toBe(1);",
  ],
  [
    "waits with a time limit of its own in a test",
    "await expect\n  .poll(async () => (await all()).length, { interval: 5, timeout: 5_000 })\n  .toBe(1);",
  ],
])("%s: %s", (what, text) => {
  expect(inTest(text)).toEqual([
    expect.stringMatching(new RegExp(`^packages/agent/test/one\\.test\\.ts:\\d: ${what};`)),
  ]);
});

const limit = (seconds: number) => `limits a test to no more than the ${seconds} s that each has`;

it.each([
  [limit(60), 'it("a test", { timeout: 30_000 }, async () => {});', "one.test.ts"],
  [limit(60), 'it("a test", async () => {\n}, 60_000);', "one.test.ts"],
  [limit(300), 'describe("tests", { timeout: 60_000 }, () => {});', "one.e2e.test.ts"],
  [limit(300), 'it(\n  "a test",\n  { timeout: 300_000 },\n  async () => {},\n);', "one.e2e.test.ts"],
  [limit(300), "vi.useFakeTimers();\nit(name, async () => {\n}, 20_000);", "one.e2e.test.ts"],
  [
    "waits with a time limit of its own in a test",
    "await expect.poll(read, { timeout: 5_000 }).toBe(1);",
    "a.e2e.test.ts",
  ],
])("%s: %s in %s", (what, text, name) => {
  const path = `packages/agent/test/${name}`;
  expect(inTest(text, path)).toEqual([expect.stringContaining(`: ${what};`)]);
});

it.each([
  ['it("a test", { timeout: 90_000 }, async () => {});', "one.test.ts"],
  ['it("a test", { timeout: 600_000 }, async () => {});', "one.e2e.test.ts"],
  ['await run("program", [], { timeout: 5_000 });', "one.test.ts"],
  ["const result = await once({ timeout: 300 });", "one.test.ts"],
])("accepts the limit of %s in %s", (text, name) => {
  expect(inTest(text, `packages/agent/test/${name}`)).toEqual([]);
});

it.each([
  "export const longAgo = new Date(Date.now() - 31 * 86_400_000);",
  "export const twoMinutesAgo = () => Date.now() / 1000 - 120;",
  "vi.useFakeTimers();\nawait vi.waitFor(() => expect(count).toBe(1), { interval: 1 });",
  "export const soon = Math.floor(Date.now() / 1000) + 5;",
  "export const lines = reply.render(Date.now(), 20);",
  "await expect.poll(() => count, { interval: 20 }).toBe(1);\nawait run({ timeout: 5_000 });",
  "export const program = `const startedAt = performance.now();`;",
  "// performance.now() is not for tests.\nexport const one = 1;",
])("accepts: %s", (text) => {
  expect(inTest(text)).toEqual([]);
});

it.each([
  ["packages/agent/test/helper.ts", 1],
  ["tools/readmes/test/one.test.ts", 1],
  ["packages/agent/test/one.e2e.test.ts", 0],
  ["packages/agent/src/clock.ts", 0],
  ["bench/measure.ts", 0],
])("looks in %s: %d", (path, count) => {
  expect(inTest("export const startedAt = performance.now();", path)).toHaveLength(count);
});
