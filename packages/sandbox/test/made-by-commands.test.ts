import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { forgetMade } from "../src/protected/forget-made.ts";
import { isMadeRepository, noteMadeRepository } from "../src/protected/made-by-commands.ts";

function records() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skein-made-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = join(root, ".git");
  for (const name of ["objects", "refs", "hooks"]) mkdirSync(join(git, name), { recursive: true });
  writeFileSync(join(git, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(git, "config"), "[core]\n\tbare = false\n");
  return { root, git, of: (session: string) => ({ state: join(root, "state"), session }) };
}

it("a repository is one that was made if it is as young as the call, and nothing in it is risky", () => {
  const { git, of } = records();
  expect(isMadeRepository(of("s"), git)).toBe(false);
  noteMadeRepository(of("s"), git, statSync(git).birthtimeMs);
  expect(isMadeRepository(of("s"), git)).toBe(true);
  expect(isMadeRepository(of("t"), git)).toBe(false);
  writeFileSync(join(git, "hooks/pre-commit"), "");
  expect(isMadeRepository(of("s"), git)).toBe(false);
});

it("a repository is none that was made if it is older than the call", () => {
  const { git, of } = records();
  noteMadeRepository(of("s"), git, Date.now() + 60_000);
  expect(isMadeRepository(of("s"), git)).toBe(false);
});

it("another folder in its place is none that was made, and neither is a file", () => {
  const { root, git, of } = records();
  noteMadeRepository(of("s"), git, 0);
  renameSync(git, join(root, "old"));
  mkdirSync(git);
  writeFileSync(join(git, "HEAD"), "");
  expect(isMadeRepository(of("s"), git)).toBe(false);
  rmSync(git, { recursive: true });
  writeFileSync(git, "gitdir: old\n");
  noteMadeRepository(of("s"), git, 0);
  expect(isMadeRepository(of("s"), git)).toBe(false);
  renameSync(join(root, "old"), join(root, ".git2"));
  rmSync(git);
  renameSync(join(root, ".git2"), git);
  expect(isMadeRepository(of("s"), git)).toBe(true);
});

it("is written down once", () => {
  const { root, git, of } = records();
  noteMadeRepository(of("s"), git, 0);
  const [session = ""] = readdirSync(join(root, "state/made"));
  const [file = ""] = readdirSync(join(root, "state/made", session));
  const before = statSync(join(root, "state/made", session, file)).ino;
  noteMadeRepository(of("s"), git, 0);
  expect(readdirSync(join(root, "state/made", session))).toEqual([file]);
  expect(statSync(join(root, "state/made", session, file)).ino).toBe(before);
});

it.each(["{", "3", "[3]", '["other"]'])("a record that is %s counts as none", (text) => {
  const { root, git, of } = records();
  noteMadeRepository(of("s"), git, 0);
  const [session = ""] = readdirSync(join(root, "state/made"));
  const [file = ""] = readdirSync(join(root, "state/made", session));
  writeFileSync(join(root, "state/made", session, file), text);
  expect(isMadeRepository(of("s"), git)).toBe(false);
});

it("is forgotten with its session, and with no other", () => {
  const { git, of } = records();
  for (const session of ["s", "t"]) noteMadeRepository(of(session), git, 0);
  forgetMade(of("s"));
  expect(["s", "t"].map((session) => isMadeRepository(of(session), git))).toEqual([false, true]);
  forgetMade(of("s"));
});
