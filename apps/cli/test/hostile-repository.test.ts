import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionHome, shellCall, type SessionHome } from "./session-home.ts";

/** A folder whose repository has a program run for nearly everything that git does. None of it is the user's work. */

let skein: SessionHome;
const ran = () => existsSync(join(skein.home, "ran"));

beforeAll(async () => {
  skein = await sessionHome();
  const { cwd, home } = skein;
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd, stdio: "ignore", env: { PATH: process.env["PATH"] ?? "", HOME: home } });
  writeFileSync(join(cwd, "a.txt"), "one\n");
  git("init", "-q");
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "one");
  const evil = join(home, "evil");
  writeFileSync(evil, `#!/bin/sh\n: > ${home}/ran\ncat\n`, { mode: 0o755 });
  mkdirSync(join(home, "hooks"));
  for (const hook of ["post-index-change", "post-checkout", "pre-commit", "reference-transaction"])
    writeFileSync(join(home, "hooks", hook), `#!/bin/sh\nexec ${evil}\n`, { mode: 0o755 });
  const settings = `
    core.fsmonitor core.pager core.sshCommand core.editor core.askPass sequence.editor diff.external diff.x.textconv
    diff.x.command filter.x.clean filter.x.smudge filter.x.process credential.helper gpg.program
  `;
  for (const name of settings.trim().split(/\s+/)) git("config", name, evil);
  for (const name of ["st", "gh", "undo"]) git("config", `alias.${name}`, `!${evil}`);
  git("config", "core.hooksPath", join(home, "hooks"));
  writeFileSync(join(cwd, ".gitattributes"), "*.txt diff=x filter=x\n");
  writeFileSync(join(cwd, "a.txt"), "two\n");
  try {
    git("status");
  } catch {
    // What it runs is no good answer to git.
  }
  rmSync(join(home, "ran")); // throws where git has run nothing: then this would prove nothing
});
afterAll(async () => skein[Symbol.asyncDispose]());

describe("in a repository whose settings run programs", () => {
  it("Skein keeps, shows, undoes and finds things without one of them being run", async () => {
    await skein.hold("work", "go", [shellCall("echo three > a.txt; echo new > b.txt"), { text: "Done." }]);
    expect(readFileSync(join(skein.cwd, "a.txt"), "utf8")).toBe("three\n");
    for (const args of [
      ["session", "show"],
      ["session", "export", "--format", "markdown"],
      ["session", "undo", "--yes"],
      ["session", "diagnostics"],
      ["recipe", "list"],
      ["info"],
      ["doctor"],
      ["trust"],
    ]) {
      const { stderr } = await skein.here(args, {}, { cwd: skein.cwd });
      expect({ args, ran: ran(), isDefect: stderr.includes("defect in Skein") }).toEqual({
        args,
        ran: false,
        isDefect: false,
      });
    }
    expect(readFileSync(join(skein.cwd, "a.txt"), "utf8")).toBe("two\n");
  });

  it("files are kept before a git that only seems to read, and what it has run is undone", async () => {
    writeFileSync(
      join(skein.home, "evil"),
      `#!/bin/sh\n: > ${skein.home}/ran\necho evil > ${skein.cwd}/a.txt\n`,
    );
    await skein.hold("looks", "go", [shellCall("git status"), { text: "Done." }]);
    expect(ran()).toBe(true);
    expect(readFileSync(join(skein.cwd, "a.txt"), "utf8")).toBe("evil\n");
    expect((await skein.session(["undo", "--yes"])).exitCode).toBe(0);
    expect(readFileSync(join(skein.cwd, "a.txt"), "utf8")).toBe("two\n");
  });
});

/** All sources of the packages or apps in a folder, but for tests. */
function sources(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const src = join(folder, name, "src");
    const entries = existsSync(src) ? readdirSync(src, { recursive: true, encoding: "utf8" }) : [];
    return entries.filter((path) => path.endsWith(".ts")).map((path) => join(src, path));
  });
}

it("nothing in Skein starts git by itself: who adds that gives it an environment in which settings run nothing", () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const files = ["packages", "apps"].flatMap((folder) => sources(join(root, folder)));
  const starting = files.filter((path) =>
    /(?:spawn|exec|execFile|spawnSync|execSync|execFileSync|runProgram|programOnPath|run)\(\s*["'`]git\b/.test(
      readFileSync(path, "utf8"),
    ),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(starting).toEqual([]);
});
