import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionHome, shellCall, type SessionHome } from "./session-home.ts";

let skein: SessionHome;

beforeAll(async () => {
  skein = await sessionHome();
  await skein.hold(
    "s-heron",
    "why does the heron stand on one leg?",
    [shellCall("echo birds keep warm"), { text: "\u001b[31mHerons\u001b[0m lose less heat that way." }],
    ["--name", "birds"],
  );
  await skein.hold("s-other", "how do I boil an egg?", [{ text: "In water; no heron needed." }]);
});
afterAll(() => skein[Symbol.asyncDispose]());

interface Found {
  readonly hits: readonly {
    readonly session: string;
    readonly role: string;
    readonly snippet: { readonly text: string; readonly marks: readonly (readonly [number, number])[] };
  }[];
  readonly unreadable: readonly string[];
}

async function found(...args: readonly string[]): Promise<Found["hits"]> {
  const { exitCode, stdout, stderr } = await skein.session(["search", "--json", ...args]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  return (JSON.parse(stdout) as Found).hits;
}

describe("skein session search", () => {
  it("shows what it found, by session, with the way to it", async () => {
    const { exitCode, stdout, stderr } = await skein.session(["search", "heron*"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    const blocks = stdout.trimEnd().split("\n\n");
    expect(blocks).toHaveLength(2);
    const birds = blocks.find((block) => block.startsWith("birds  s-heron · "));
    expect(birds).toMatch(/^ +\d+ user +why does the heron stand on one leg\?$/m);
    expect(birds).toMatch(/^ +\d+ assistant .*lose less heat/m);
    expect(birds).toContain("skein session show s-heron   skein resume s-heron");
    expect(stdout).not.toContain("\u001b");
  });

  it("marks the words, and nothing else moves a terminal", async () => {
    const { stdout } = await skein.session(["search", "lose", "heat"], { FORCE_COLOR: "1" });
    expect(stdout).toMatch(/\u001b\[1m\u001b\[[\d;]+mlose\u001b\[\d+m/); // oxlint-disable-line no-control-regex
    expect(stdout).toContain("\u241b[31mHerons");
    const [hit] = await found("lose", "heat");
    const { text, marks } = hit!.snippet;
    expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(["lose", "heat"]);
  });

  it.each([
    [["heron"], ["s-heron", "s-other"]],
    [["heron", "--role", "user"], ["s-heron"]],
    [
      ["warm", "--role", "tool"],
      ["s-heron", "s-heron"],
    ],
    [["birds", "--role", "session"], ["s-heron"]],
    [['"no heron"'], ["s-other"]],
    [["heron", "--session", "birds"], ["s-heron"]],
    [["heron", "--limit", "1", "--since", "1h"], [expect.any(String)]],
    [["heron", "--since", "2999-01-01"], []],
    [["--", "heron", "-needed"], ["s-heron"]],
  ])("%j finds what it should", async (args, sessions) => {
    const hits = await found(...args);
    expect(hits.map(({ session }) => session).toSorted()).toEqual(sessions);
  });

  it("looks into this folder, and says that there is more elsewhere", async () => {
    const below = join(skein.cwd, "below");
    mkdirSync(below);
    const nothing = await skein.here(["session", "search", "egg"], {}, { cwd: below });
    expect(nothing).toMatchObject({ exitCode: 0, stdout: "" });
    expect(nothing.stderr).toContain("1 place elsewhere: --all");
    const all = await skein.here(["session", "search", "egg", "--all"], {}, { cwd: below });
    expect(all.stdout).toContain("s-other");
    const named = await skein.here(["session", "search", "egg", "--cwd", ".."], {}, { cwd: below });
    expect(named.stdout).toContain("s-other");
    const none = await skein.session(["search", "pelican"]);
    expect(none.stderr).toBe("Nothing was found.\n");
  });

  it("says which sessions could not be read", async () => {
    const broken = join(skein.data, "sessions", "broken");
    mkdirSync(broken);
    writeFileSync(join(broken, "journal.db"), "no database at all, sorry");
    const { exitCode, stdout, stderr } = await skein.session(["search", "egg"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("s-other");
    expect(stderr).toContain("1 session could not be read: broken");
  });
});
