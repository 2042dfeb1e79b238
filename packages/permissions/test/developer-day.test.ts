import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createGate, pathGuard, type PermissionRule } from "../src/index.ts";
import { request, signal } from "./requests.ts";

/** Lines that a developer, or an agent, writes on an ordinary day: those that only read, and the others. */
const day = JSON.parse(readFileSync(new URL("developer-day.json", import.meta.url), "utf8")) as {
  readonly reading: readonly string[];
  readonly other: readonly string[];
};

const home = realpathSync(mkdtempSync(join(tmpdir(), "skein-day-")));
const userHome = process.env["HOME"];
// Lines name files in it, and what is there is asked about.
process.env["HOME"] = home;
afterAll(() => {
  process.env["HOME"] = userHome;
  rmSync(home, { recursive: true });
});
const cwd = join(home, "project");
const files = `package.json tsconfig.json README.md CHANGELOG.md src/app.ts src/server.ts src/index.ts src/a.ts src/old.ts
  test/app.test.ts docs/guide.md logs/app.log data/users.csv dist/app.js config/.env node_modules/left/index.js`;
for (const name of files.split(/\s+/)) {
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), "{}\n");
}
execFileSync("git", ["init", "-q"], { cwd });

async function asking(lines: readonly string[], rules: readonly string[]): Promise<readonly string[]> {
  const gate = createGate({
    mode: "smart_approve",
    rules: rules.map((tool): PermissionRule => ({ tool, verdict: "allow" })),
    guard: pathGuard({ home }),
    isPlainRepository: () => true,
  });
  const asked: string[] = [];
  for (const command of lines) {
    const { verdict } = await gate.decide(request({ input: { command }, cwd }), signal);
    if (verdict !== "allow") asked.push(command);
  }
  return asked;
}

it("has at least 300 lines", () => {
  expect(day.reading.length + day.other.length).toBeGreaterThanOrEqual(300);
  expect(new Set([...day.reading, ...day.other]).size).toBe(day.reading.length + day.other.length);
});

it("asks about at most three in a hundred lines that only read", async () => {
  const asked = await asking(day.reading, []);
  expect(asked).toEqual(["file *"]);
  expect(asked.length / day.reading.length).toBeLessThanOrEqual(0.03);
});

it("asks about at most eight in a hundred of all lines with ten usual rules", async () => {
  const rules = [
    "npm test *",
    "npm run *",
    "npm ci",
    "node --test *",
    "npx tsc *",
    "npx vitest *",
    "git add *",
    "git commit *",
    "git switch *",
  ];
  const asked = await asking(
    [...day.reading, ...day.other],
    [...rules.map((rule) => `shell(${rule})`), "edit(src/**)"],
  );
  expect(asked.length / (day.reading.length + day.other.length)).toBeLessThanOrEqual(0.08);
});

it("in auto asks about none of them", async () => {
  const gate = createGate({ mode: "auto", guard: pathGuard({ home }), isPlainRepository: () => true });
  for (const command of [...day.reading, ...day.other])
    expect([command, (await gate.decide(request({ input: { command }, cwd }), signal)).verdict]).toEqual([
      command,
      "allow",
    ]);
});
