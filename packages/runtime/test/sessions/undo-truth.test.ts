import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync, lstatSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { collect, temporaryFolder } from "@skein/test-kit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentSettings, Runtime } from "../../src/index.ts";
import { done, setUp, shell } from "../set-up.ts";

interface Undone {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  /** What the undo says that it could not bring back, or left as it was. */
  readonly named: readonly string[];
}

/** One command of the shell tool in a folder, and the undo of it. */
async function undone(
  command: string,
  prepare: string,
  settings: Partial<AgentSettings> = {},
): Promise<Undone> {
  await using folder = await temporaryFolder();
  const work = join(folder.path, "work");
  mkdirSync(work);
  spawnSync("bash", ["-c", prepare], { cwd: work, env: environment(folder.path) });
  const opened = setUp(join(folder.path, "data"), [shell("1", command), done], work);
  await using runtime: Runtime = opened.runtime;
  const { agent } = await runtime.open({ ...opened.settings, ...settings });
  const before = look(work);
  await agent.run("do it").result;
  const { folders, unkept } = await runtime.sessions.undo(agent.session);
  const named = folders.flatMap(({ changes, kept }) => [
    ...changes.filter(({ change }) => change === "blocked").map(({ path }) => path),
    ...kept,
  ]);
  return { before, after: look(work), named: [...named, ...unkept.map(({ path }) => path)] };
}

function environment(home: string): NodeJS.ProcessEnv {
  const who = {
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@b",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@b",
  };
  return { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1", ...who };
}

/** Each path with what stands there, names as bytes; of git's stores only what is known by name. */
function look(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (folder: string, shown: string): void => {
    for (const name of readdirSync(Buffer.from(folder, "latin1"), { encoding: "buffer" })) {
      const place = `${folder}/${name.toString("latin1")}`;
      const path = shown === "" ? name.toString() : `${shown}/${name.toString()}`;
      const bytes = Buffer.from(place, "latin1");
      const stats = lstatSync(bytes);
      if (stats.isDirectory()) {
        found[path] = "folder";
        if (!path.endsWith(".git/objects")) visit(place, path);
      } else if (stats.isSymbolicLink()) found[path] = `link ${readlinkSync(bytes, "utf8")}`;
      else if (stats.isFile())
        found[path] = `file ${readFileSync(bytes).toString("base64").slice(0, 200)} ${stats.size}`;
      else found[path] = "special";
    }
  };
  visit(Buffer.from(root).toString("latin1"), "");
  return found;
}

function differences({ before, after }: Undone): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (path) => before[path] !== after[path],
  );
}

/** What is not as it was and is not named: itself, by a folder that it lies in, or, for a folder, by what it is kept for. */
function unnamed(undo: Undone): readonly string[] {
  const isNamed = (path: string) =>
    undo.named.some(
      (name) =>
        path === name ||
        path.startsWith(`${name}/`) ||
        name.startsWith("/") ||
        (undo.after[path] === "folder" && name.startsWith(`${path}/`)),
    );
  return differences(undo).filter((path) => !isNamed(path));
}

const repository = `git init -q -b main . && echo one > a.txt && git add . && git commit -qm one && echo two > a.txt &&
  git commit -qam two && git branch side && git tag v1 && echo stashed > a.txt && git stash -q && echo three >> a.txt`;

describe("an undo of what a command did to a repository", () => {
  it.each([
    ["deletes it", "rm -rf .git"],
    ["drops the stash", "git stash drop -q"],
    ["commits", "git add -A; git -c user.name=a -c user.email=a@b commit -qm three"],
    ["resets", "git reset -q --hard HEAD~1"],
    ["deletes a branch", "git branch -qD side"],
    ["switches", "git checkout -q -f side"],
    ["stages", "git add a.txt"],
    ["packs the refs", "git pack-refs --all"],
  ])("that %s brings refs, HEAD, index and stash back", async (_, command) => {
    const undo = await undone(command, repository);
    expect(undo.named).toEqual([]);
    const later = differences(undo).filter((path) => !/\.git\/(?:COMMIT_EDITMSG|index)$/.test(path));
    expect(later).toEqual([]);
  });

  it("that deletes it leaves a repository that git finds whole", async () => {
    await using folder = await temporaryFolder();
    const work = join(folder.path, "work");
    mkdirSync(work);
    const env = environment(folder.path);
    spawnSync("bash", ["-c", repository], { cwd: work, env });
    const state = () =>
      ["log --format=%s --all", "stash list", "status --porcelain", "fsck --strict"].map((words) =>
        execFileSync("git", words.split(" "), { cwd: work, env, encoding: "utf8", stdio: "pipe" }),
      );
    const before = state();
    const { runtime, settings } = setUp(join(folder.path, "data"), [shell("1", "rm -rf .git"), done], work);
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    await agent.run("delete it").result;
    await runtime.sessions.undo(agent.session);
    expect(state()).toEqual(before);
  });
});

const precious = "mkdir o; echo precious > o/p; echo f > FILE";

describe("an undo", () => {
  it.each([
    ["a word of 320 characters", `rm -rf o; echo ${"A".repeat(320)} | base64 -d > /dev/null`],
    ["a word below a file", "rm -rf o; cat FILE/x; true"],
    ["a word with a NUL", "rm -rf o; printf '\\0' FILE\\0; true"],
  ])("brings back what a command with %s took", async (_, command) => {
    const undo = await undone(command, precious);
    expect(differences(undo)).toEqual([]);
    expect(undo.named).toEqual([]);
  });

  it.each([
    ["a file above the limit of sizes", "rm big", "truncate -s 11M big", "big"],
    ["a FIFO", "rm pipe", "mkfifo pipe", "pipe"],
    ["a name that is not UTF-8", "rm bad*", "touch $'bad\\xffname'", "bad\uFFFDname"],
    ["a new FIFO", "mkfifo made", "true", "made"],
    ["a new large file", "truncate -s 11M made", "true", "made"],
    ["a new repository", "git init -q sub", "true", "sub/.git"],
  ])("names %s", async (_, command, prepare, name) => {
    const undo = await undone(command, prepare);
    expect(undo.named).toContain(name);
    expect(unnamed(undo)).toEqual([]);
  });

  it("does not name what was not kept and was not changed", async () => {
    const undo = await undone("echo x > y", "truncate -s 11M big; mkfifo pipe; touch $'bad\\xffname'");
    expect(undo.named).toEqual([]);
    expect(differences(undo)).toEqual([]);
  });

  it("names the folder when checkpoints were off", async () => {
    const undo = await undone("rm -rf o", precious, { checkpoints: false });
    expect(undo.named).toHaveLength(1);
    expect(differences(undo)).not.toEqual([]);
  });

  it("never follows a call that could not be kept, where checkpoints are required", async () => {
    await using folder = await temporaryFolder();
    const work = join(folder.path, "work");
    mkdirSync(work);
    writeFileSync(join(work, "big"), Buffer.alloc(11 * 1024 * 1024));
    const { runtime, settings, model } = setUp(join(folder.path, "data"), [shell("1", "rm big"), done], work);
    await using _ = runtime;
    const { agent } = await runtime.open({ ...settings, checkpoints: "required" });
    await agent.run("remove it").result;
    expect(readdirSync(work)).toEqual(["big"]);
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("checkpoints: required");
    const entries = await collect(runtime.sessions.entries(agent.session));
    expect(entries.some(({ kind }) => kind === "tool-intent")).toBe(false);
  });
});

const names = fc.constantFrom("a", "b/c", "d e", "ü", "n.git", "x/.git/HEAD", "l");
const steps = fc.constantFrom(
  (name: string) => `mkdir -p "$(dirname '${name}')"; [ -p '${name}' ] || echo "$RANDOM" > '${name}'`,
  (name: string) => `rm -rf '${name}'`,
  (name: string) => `mkfifo '${name}'`,
  (name: string) => `ln -s /nowhere/at-all '${name}'`,
  (name: string) => `ln -s b '${name}'`,
  (name: string) => `truncate -s 11M '${name}'`,
  (name: string) => `chmod 700 '${name}'`,
  (name: string) => `mv '${name}' moved`,
  (name: string) => `rm -rf "$(dirname '${name}')"/*`,
  (name: string) => `touch '${name}'$'\\xff'`,
  (name: string) => `git init -q '${name}'`,
);
const commands = fc.array(fc.tuple(steps, names), { minLength: 1, maxLength: 5 });
const text = (list: readonly (readonly [(name: string) => string, string])[]) =>
  list.map(([step, name]) => step(name)).join("; ");

it("of any command brings the tree back, or names what it did not", { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(commands, commands, async (prepare, command) => {
      const undo = await undone(text(command), `echo ignored > .gitignore; ${text(prepare)}`);
      expect(unnamed(undo)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
