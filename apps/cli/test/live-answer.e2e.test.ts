import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";
import { hasTerminal, skeinInTerminal, type InTerminal } from "./terminal.ts";

interface Asking {
  readonly skein: SkeinHome;
  readonly terminal: InTerminal;
  readonly bodies: () => readonly string[];
}

/** A run in a terminal, another process, that asks whether a command may run. */
async function withQuestion(work: (asking: Asking) => Promise<void>): Promise<void> {
  await using server = await anthropicServer([
    { parts: [shell("t1", "echo one > made")] },
    say("Done here."),
  ]);
  await using skein = await skeinHome(server.url);
  await using terminal = skeinInTerminal(["run", "-t", "go", "--session-id", "live", "--mode", "approve"], {
    cwd: skein.home,
    env: {
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789",
      SKEIN_NO_KEYRING: "1",
    },
  });
  await terminal.shows("echo one");
  await work({ skein, terminal, bodies: () => server.requests.map(({ bytes }) => bytes.toString()) });
}

const made = (skein: SkeinHome) => {
  const path = join(skein.home, "made");
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
};

describe.runIf(hasTerminal)("skein session answer while a terminal asks", () => {
  it.each([
    ["allows it", ["--allow", "once"], "one\n", ""],
    ["denies it with a reason", ["--deny", "--reason", "Not today."], undefined, "Not today."],
    [
      "allows it with another input",
      ["--allow", "once", "--input", '{"command":"echo two > made"}'],
      "two\n",
      "",
    ],
  ] as const)("%s: the run goes on in the terminal", (_, flags, file, told) =>
    withQuestion(async ({ skein, terminal, bodies }) => {
      const answered = await skein.run(["session", "answer", "live", ...flags]);
      expect(answered).toMatchObject({ exitCode: 0 });
      expect(answered.stderr).toMatch(/Process \d+ continues the session\./);
      await terminal.shows("Done here.");
      expect(await terminal.ended).toBe(0);
      expect(made(skein)).toBe(file);
      expect(bodies()[1]).toContain(told);
      const late = await skein.here(["session", "answer", "live", "--allow", "once"]);
      expect(late).toMatchObject({ exitCode: 2 });
      expect(late.stderr).toContain("No question is open in live.");
    }),
  );

  it("lists what is open, and says that the terminal goes on by itself", () =>
    withQuestion(async ({ skein, terminal }) => {
      const { stdout } = await skein.run(["session", "answer", "live"]);
      expect(stdout).toMatch(/When all are answered:\n {2}process \d+ goes on by itself/);
      expect(stdout).not.toContain("--continue");
      await skein.run(["session", "answer", "live", "--deny"]);
      expect(await terminal.ended).toBe(0);
    }));

  it("show and search lead to where it is open, and to a resume once it has ended", () =>
    withQuestion(async ({ skein, terminal }) => {
      const shown = await skein.run(["session", "show", "live"]);
      expect(shown.stdout).toMatch(
        /process (\d+) goes on by itself: skein attach live\nProcess \1 has it open: /,
      );
      const found = async () => (await skein.run(["session", "search", "go"])).stdout;
      expect(await found()).toContain("skein attach live");
      for (const stdout of [shown.stdout, await found()]) expect(stdout).not.toContain("skein resume");
      await skein.run(["session", "answer", "live", "--deny"]);
      expect(await terminal.ended).toBe(0);
      expect(await found()).toContain("skein resume live");
      expect((await skein.run(["session", "show", "live"])).stdout).not.toContain("attach");
    }));

  it("of two answers at once takes one", () =>
    withQuestion(async ({ skein, terminal }) => {
      const ends = await Promise.all([
        skein.run(["session", "answer", "live", "--allow", "once"]),
        skein.run(["session", "answer", "live", "--deny"]),
      ]);
      const loser = ends.find(({ exitCode }) => exitCode !== 0);
      expect(loser?.stderr).toMatch(/already answered|No question is open|in use/);
      expect(ends.map(({ exitCode }) => String(exitCode)).toSorted()).toEqual(["0", "2"]);
      expect(await terminal.ended).toBe(0);
      expect(made(skein)).toBe(ends[0].exitCode === 0 ? "one\n" : undefined);
    }));

  it("is too late when the terminal has answered", () =>
    withQuestion(async ({ skein, terminal }) => {
      await terminal.shows("[?] why:");
      terminal.type("y\r");
      await terminal.shows("Done here.");
      expect((await skein.here(["session", "answer", "live", "--deny"])).exitCode).toBe(2);
      expect(made(skein)).toBe("one\n");
    }));
});
