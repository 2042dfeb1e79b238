import { mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionHome, shellCall, type SessionHome, type Turn } from "./session-home.ts";

let home: SessionHome;
const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

/** A turn that a vendor's cache helped with: it had all but what is new. */
const cached = (turn: Turn, sent: number, read: number): Turn => ({
  ...turn,
  usage: { input: 20, output: 30, cacheRead: read, cacheWrite: sent - read - 20 },
});

beforeAll(async () => {
  home = await sessionHome();
  const calls = Array.from({ length: 6 }, (_, at) =>
    cached(
      shellCall(`seq ${at} ${at + 500}`),
      6_000 + at * 1_000,
      at === 0 ? 0 : at === 4 ? 0 : 5_000 + at * 1_000,
    ),
  );
  const config = join(home.home, ".config", "skein");
  mkdirSync(config, { recursive: true });
  const models = Object.fromEntries(
    ["long", "summary"].map((name) => [
      join(home.home, `${name}.script.json`),
      { contextTokens: 20_000, price },
    ]),
  );
  writeFileSync(join(config, "config.yaml"), JSON.stringify({ models }));
  writeFileSync(join(home.cwd, "AGENTS.md"), `Never touch the folder legacy.\n${"Be kind. ".repeat(100)}`);
  await home.hold("long", "Count, and never touch the folder legacy.", [
    ...calls,
    cached({ text: "All counted." }, 12_000, 11_000),
  ]);
  writeFileSync(
    join(home.home, "summary.script.json"),
    JSON.stringify({
      turns: [
        {
          text: "The assistant counted from 0 to 505 in six steps with the shell. Nothing is left to do.",
          usage: { input: 5_000, output: 40, cacheRead: 0, cacheWrite: 0 },
        },
      ],
    }),
  );
});
afterAll(() => home[Symbol.asyncDispose]());

describe("skein session cache", () => {
  it("says of each request what was read, what it cost that it was not more, and what to do", async () => {
    const { stdout, exitCode } = await home.session(["cache", "long"]);
    expect(exitCode).toBe(0);
    const lines = stdout.split("\n");
    expect(lines[0]).toMatch(/ENTRY +WHEN +SENT +READ +HIT +COST +WHY NOT/);
    expect(lines[1]).toMatch(/ 6,000 +0 +\S* *first request$/);
    expect(lines[2]).toMatch(/ 7,000 +6,000 +\d+ %$/);
    expect(lines[5]).toMatch(/ 10,000 +0 +0 % +\$0\.0\d{3} +not known$/);
    expect(stdout).toMatch(
      /\d\d % of \d\d,\d{3} tokens sent were read from a cache, which saved \$0\.\d{4}\./,
    );
    expect(stdout).toMatch(/1 request missed the cache for 9,\d{3} tokens .*, for \$0\.0\d{3} more/);
    expect(stdout).toMatch(/^#\d+ The journal shows no reason: /m);
    expect(stdout).toContain("Most of that: not known.");
  });

  it("is one object for scripts", async () => {
    const { stdout } = await home.session(["cache", "--json"]);
    const view = JSON.parse(stdout) as { requests: { misses: unknown[] }[]; causes: { cause: string }[] };
    expect(view).toMatchObject({ id: "long", missedUsd: expect.any(Number) as number });
    expect(view.requests).toHaveLength(7);
    expect(view.causes.map(({ cause }) => cause)).toEqual(["unknown", "first"]);
  });
});

describe("skein session show --context", () => {
  it("says how full the window is, of what, and what a compaction would do", async () => {
    const { stdout } = await home.session(["show", "long", "--context"]);
    expect(stdout).toMatch(/^12,0\d\d of 20,000 tokens \(60 %\), compacted from 15,000 \(75 %\) on\n/);
    for (const section of [
      "system",
      "hints",
      "tools",
      "  developer",
      "  todo",
      "tool output",
      "  shell",
      "user",
    ])
      expect(stdout).toMatch(new RegExp(`^ +${section.trim()} +[\\d,]+ +(?:\\d+|<1) %$`, "m"));
    expect(stdout).toMatch(/^Biggest\n {2}#\d+ result of shell/m);
    expect(stdout).toMatch(/A compaction now would .*: about [\d,]+ tokens would be left\.\n$/);
  });

  it("has the same for scripts, beside what would be sent", async () => {
    const { stdout } = await home.session(["show", "--context", "--json"]);
    const shown = JSON.parse(stdout) as {
      messages: unknown[];
      sizes: { used: number; sections: { tokens: number }[] };
    };
    expect(shown.messages).toHaveLength(14);
    expect(shown.sizes).toMatchObject({ window: 20_000, threshold: 15_000, isMeasured: true });
    expect(shown.sizes.sections.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(shown.sizes.used);
  });

  it("says what --full goes with", async () => {
    const { exitCode, stderr } = await home.session(["show", "--full"]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("Add --context.")]);
  });
});

describe("skein session compact", () => {
  it("makes the conversation shorter, says what was done and what the summary cost, and keeps the user's words", async () => {
    const model = join(home.home, "summary.script.json");
    const who = ["--provider", "replay", "--model", model];
    const { stdout, stderr, exitCode } = await home.session([
      "compact",
      "long",
      "--keep",
      "the step of 5",
      ...who,
    ]);
    expect([stderr, exitCode]).toEqual(["", 0]);
    expect(stdout).toMatch(
      /12,\d{3} of 20,000 tokens were used\. \d+ messages were summarized; about [\d,]+ tokens are left\./,
    );
    expect(stdout).toContain("The summary took 1 request, 5040 tokens, $0.0156.");

    const shown = JSON.parse((await home.session(["show", "long", "--context", "--json"])).stdout) as {
      messages: unknown[];
      sizes: { used: number; sections: { name: string }[] };
    };
    expect(shown.messages.length).toBeLessThan(14);
    expect(shown.sizes.used).toBeLessThan(10_000);
    expect(shown.sizes.sections.map(({ name }) => name)).toContain("summary");
    expect(JSON.stringify(shown.messages)).toContain("never touch the folder legacy");
    const after = await home.session(["cache", "long", "--json"]);
    expect((JSON.parse(after.stdout) as { requests: unknown[] }).requests).toHaveLength(7);
  });

  it("does nothing where there is nothing, and says so", async () => {
    await home.hold("short", "hello", [{ text: "hi" }]);
    const { stdout, exitCode } = await home.session(["compact", "short", "--json"]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: "short", changed: false, hidden: 0, requests: 0 });
  });

  it("needs no folder: it may be gone, and that of an imported session was another machine's", async () => {
    const folder = join(home.home, "gone");
    mkdirSync(folder);
    await home.hold("moved", "hello", [{ text: "hi" }], ["--cwd", folder]);
    rmdirSync(folder);
    const { exitCode, stderr } = await home.session(["compact", "moved", "--json"]);
    expect([exitCode, stderr]).toEqual([0, ""]);
  });

  it("refuses an empty wish", async () => {
    const { exitCode, stderr } = await home.session(["compact", "long", "--keep", " "]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--keep says nothing.")]);
  });
});
