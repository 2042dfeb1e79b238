import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGate, pathGuard } from "../src/index.ts";
import { request, signal } from "./requests.ts";

const before = process.env["HOME"];
const home = realpathSync(mkdtempSync(join(tmpdir(), "skein-found-")));
const cwd = join(home, "work");
beforeAll(() => {
  process.env["HOME"] = home;
  mkdirSync(join(cwd, "src/deep"), { recursive: true });
  mkdirSync(join(home, "other"));
  for (const name of ["work/src/deep/a.ts", "other/b.ts"]) writeFileSync(join(home, name), "text\n");
  execFileSync("git", ["init", "-q"], { cwd });
});
afterAll(() => {
  process.env["HOME"] = before;
  rmSync(home, { recursive: true });
});

async function verdictOf(command: string, mode: string): Promise<string> {
  const gate = createGate({ mode, rules: [], guard: pathGuard({ home }), isPlainRepository: () => true });
  return (await gate.decide(request({ input: { command }, cwd }), signal)).verdict;
}

describe("files that git lists for another program", () => {
  it.each([
    ["git ls-files | xargs cat", "allow"],
    ["git ls-files src | xargs cat", "allow"],
    ["git ls-files src/deep | xargs cat", "allow"],
    ["git ls-files src/deep/a.ts | xargs cat", "allow"],
    ["git grep -l text src/deep | xargs cat", "allow"],
    ["git ls-files ../other | xargs cat", "ask"],
    ["git ls-files ~/other | xargs cat", "ask"],
    ["git ls-files :/ | xargs cat", "ask"],
    [`git ls-files ${join(home, "other")} | xargs cat`, "ask"],
    ["git grep text | xargs cat", "ask"],
  ])("%s: %s", async (command, verdict) => {
    expect(await verdictOf(command, "smart_approve")).toBe(verdict);
  });
});

describe("in auto, a start-up file of a folder that is not known", () => {
  it.each([
    ["cd $A && cp b .bashrc", "ask"],
    ["cd $A && cp b src/.bashrc", "ask"],
    ["cd $A && cp b ~/.bashrc", "ask"],
    ["cd $A && cp b /usr/share/.bashrc", "allow"],
    ["cd $A && cp b src/app.ts", "allow"],
  ])("%s: %s", async (command, verdict) => {
    expect(await verdictOf(command, "auto")).toBe(verdict);
  });
});
