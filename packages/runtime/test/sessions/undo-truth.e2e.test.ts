import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { collect, temporaryFolder } from "@skein/test-kit";
import { beforeAll, describe, expect, it } from "vitest";
import { done, setUp, shell } from "../set-up.ts";
import { differences, environment, namedIn, undone, unnamed, type Undone, uninspected } from "./undone.ts";

/** Made once for all that begin with it. */
const repository = `[ -d "$TEMPLATE" ] || { mkdir "$TEMPLATE"; (cd "$TEMPLATE"; git init -q -b main . && echo one > a.txt && git add . && git commit -qm one && echo two > a.txt &&
  git commit -qam two && git branch side && git tag v1 && echo stashed > a.txt && git stash -q && echo three >> a.txt); }
  cp -a "$TEMPLATE/." .`;
const who = "-c user.name=a -c user.email=a@b";

/** What the undo of all commands, made in one run, was for each of them. */
function undoneTogether(
  rows: readonly (readonly [name: string, command: string, prepare: string, ...unknown[]])[],
  isSplit = false,
): (name: string) => Undone {
  let all: readonly Undone[] = [];
  beforeAll(async () => {
    all = await undone(
      rows.map(([, command, prepare]) => ({ command, prepare })),
      { isSplit },
    );
  });
  return (name) => all[rows.findIndex((row) => row[0] === name)]!;
}

describe("an undo of what a command did to a repository", () => {
  const rows = (
    [
      ["deletes it", "rm -rf .git"],
      ["drops the stash", "git stash drop -q"],
      ["commits", `git add -A; git ${who} commit -qm three`],
      ["resets", "git reset -q --hard HEAD~1"],
      ["deletes a branch", "git branch -qD side"],
      ["switches", "git checkout -q -f side"],
      ["stages", "git add a.txt"],
      ["packs the refs", "git pack-refs --all"],
      ["removes a worktree's file", "rm -rf tree", `${repository}; git worktree add -q tree side`],
      [
        "commits in a worktree",
        `cd tree; echo x > x; git add x; git ${who} commit -qm x`,
        `${repository}; git worktree add -q tree side`,
      ],
      ["deletes a nested one", "rm -rf sub", "git init -q sub; echo x > sub/x"],
    ] as const
  ).map(([name, command, prepare = repository]) => [name, command, prepare] as const);
  const undoOf = undoneTogether(rows);

  it.each(rows)("that %s brings refs, HEAD, index and stash back", (name) => {
    const undo = undoOf(name);
    expect(undo.named).toEqual([]);
    expect(Object.keys(undo.before).length).toBeGreaterThan(3);
    const later = differences(undo).filter((path) => !/\.git\/(?:.*\/)?(?:COMMIT_EDITMSG|index)$/.test(path));
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
    const rules = [{ tool: "shell", verdict: "allow" }] as const;
    const { agent } = await runtime.open({ ...settings, rules, inspectors: uninspected });
    const { outcome } = await agent.run("delete it").result;
    expect(outcome).toBe("done");
    await runtime.sessions.undo(agent.session);
    expect(state()).toEqual(before);
  });

  it("names each repository beyond the fifty that are kept", async () => {
    const prepare = "for i in $(seq 10 61); do git init -q r$i; done";
    const command = `for i in *; do git -C $i ${who} commit -q --allow-empty -m x; done`;
    const [undo] = await undone([{ prepare, command }]);
    expect(namedIn(undo!)).toEqual(["r60/.git", "r61/.git"]);
    expect(unnamed(undo!)).toEqual([]);
  });

  it("names what git has stored when that is too large to be kept, and brings the rest back", async () => {
    const large = "truncate -s 40M .git/objects/one .git/objects/two";
    const [undo] = await undone([{ prepare: `${repository}; ${large}`, command: "rm -rf .git" }]);
    expect(namedIn(undo!)).toEqual([".git/objects"]);
    expect(unnamed(undo!)).toEqual([]);
    expect(undo!.after[join(undo!.folder, ".git/HEAD")]).toBeDefined();
  });
});

const precious = "mkdir o; echo precious > o/p; echo f > FILE";

describe("an undo of what a command took", () => {
  const rows = [
    ["a word of 320 characters", `rm -rf o; echo ${"A".repeat(320)} | base64 -d > /dev/null`, precious],
    ["a word below a file", "rm -rf o; cat FILE/x; true", precious],
    ["a word with a NUL", "rm -rf o; printf '\\0' FILE\\0; true", precious],
    ["the rule that ignored it", "rm -rf ./a.log .gitignore", "echo '*.log' > .gitignore; echo a > a.log"],
    ["a new mode for a repository's folder", "chmod 700 sub/.git", "git init -q sub; chmod 755 sub/.git"],
    ["a new mode for an ignored folder", "chmod 700 out", "echo out > .gitignore; mkdir -m 755 out"],
  ] as const;
  const undoOf = undoneTogether(rows, true);

  it.each(rows)("brings it back, for a command with %s", (name) => {
    expect(differences(undoOf(name))).toEqual([]);
    expect(undoOf(name).named).toEqual([]);
  });
});

describe("an undo of what cannot be kept", () => {
  const ignored = "printf 'out/\\n*.log\\n' > .gitignore; mkdir out; echo built > out/a; echo line > a.log";
  const rows = [
    ["a file above the limit of sizes", "rm big", "truncate -s 11M big", ["big"]],
    ["a FIFO", "rm pipe", "mkfifo pipe", ["pipe"]],
    ["a name that is not UTF-8", "rm bad*", "touch $'bad\\xffname'", ["bad\uFFFDname"]],
    ["a new FIFO", "mkfifo made", "true", ["made"]],
    ["a new FIFO that a new rule ignores", "echo '*.log' > .gitignore; mkfifo ./x.log", "true", ["x.log"]],
    ["a new large file", "truncate -s 11M made", "true", ["made"]],
    ["a new repository", "git init -q sub", "true", ["sub/.git"]],
    [
      "an ignored folder in which something cannot be kept, and more",
      "rm .gitignore; mkdir new; echo x > new/x; mkfifo new/made",
      "echo new/ > .gitignore",
      ["new", "new/made"],
    ],
    ["a FIFO in a git folder", "mkfifo sub/.git/made", "git init -q sub", ["sub/.git/made"]],
    [
      "a name in a git folder that is not UTF-8",
      "touch $'sub/.git/bad\\xffname'",
      "git init -q sub",
      ["sub/.git/bad\uFFFDname"],
    ],
    [
      "a repository inside a git folder",
      `git -C sub/.git/in ${who} commit -q --allow-empty -m x`,
      "git init -q sub; git init -q sub/.git/in",
      ["sub/.git/in/.git"],
    ],
    ["an ignored file that went", "rm -rf *.log", ignored, ["a.log"]],
    [
      "an ignored file that was changed",
      "for i in *; do [ -f $i ] && echo x >> $i; done",
      ignored,
      ["a.log"],
    ],
    ["an ignored file that came", "echo x > b.log", ignored, ["b.log"]],
    ["a folder of ignored files", "rm -rf *", ignored, ["a.log", "out"]],
    ["a file deep in an ignored folder", "find . -name a -delete", ignored, ["out/a"]],
    [
      "nothing, where nothing of it was changed",
      "echo x > y",
      `truncate -s 11M big; mkfifo pipe; touch $'bad\\xffname'; ${ignored}`,
      [],
    ],
    ["nothing, where a file that is too large was only read", "wc -c big > size", "truncate -s 11M big", []],
  ] as const;
  const undoOf = undoneTogether(rows);

  it.each(rows)("names %s", (name, _command, _prepare, names) => {
    expect(namedIn(undoOf(name)).toSorted()).toEqual(names);
    expect(unnamed(undoOf(name))).toEqual([]);
  });
});

it("names nothing that only a later call has named, and read", async () => {
  const large = "truncate -s 11M a.log $OUT/big; ln -s $OUT/big l; echo '*.log' > .gitignore";
  const cases = [
    { prepare: "true", command: "echo x > y" },
    { prepare: large, command: "wc -c ./a.log ./l > size" },
  ];
  for (const undo of await undone(cases, { isSplit: true })) {
    expect(undo.named).toEqual([]);
    expect(differences(undo)).toEqual([]);
  }
});

describe("an undo of what a command wrote elsewhere", () => {
  const outside = "mkdir $OUT/dir; echo old > $OUT/file; echo old > $OUT/dir/inner";
  const rows: readonly (readonly [string, string, string, readonly string[]])[] = [
    ["through a link that it made itself", 'F=file; ln -s "$OUT/$F" l; echo new > l', outside, ["file"]],
    [
      "into a folder behind such a link",
      'D=dir; ln -s "$OUT/$D" l; echo new > l/inner',
      outside,
      ["dir/inner"],
    ],
    ["by such a link, a new file", 'N=new; ln -s "$OUT/$N" l; echo new > l', outside, ["new"]],
    ["its mode, through a link that was there", "chmod 700 *", `${outside}; ln -s $OUT/file other`, ["file"]],
    ["nothing, behind such a link", 'F=file; ln -s "$OUT/$F" l; cat l > copy', outside, []],
  ];
  const undoOf = undoneTogether(rows);

  it.each(rows)("names what was written: %s", (name, _command, _prepare, names) => {
    const undo = undoOf(name);
    expect(undo.named.toSorted()).toEqual(names.map((path) => join(undo.outside, path)));
    expect(unnamed(undo)).toEqual([]);
  });

  it("brings back what lies behind a link that was named from a folder that the command entered", async () => {
    const enters = { prepare: `${outside}; ln -s $OUT/file l`, command: "chmod 700 ./l; echo new > ./l" };
    // Together with another case each has a folder below the working folder, to which its commands go first.
    const [, undo] = await undone([{ prepare: "echo a > a", command: "echo b > a" }, enters]);
    expect(undo && differences(undo)).toEqual([]);
  });

  it("brings back what lay behind a link that the command moved away", async () => {
    const moves = { prepare: `${outside}; ln -s $OUT/file l`, command: "echo new > ./l; mv ./l m$RANDOM" };
    const [undo] = await undone([moves]);
    expect(undo && differences(undo)).toEqual([]);
  });

  it("brings back what the command named, and names what came", async () => {
    await using folder = await temporaryFolder();
    const work = join(folder.path, "work");
    const elsewhere = join(folder.path, "elsewhere");
    for (const path of [work, elsewhere]) mkdirSync(path);
    writeFileSync(join(elsewhere, "old"), "old\n");
    const command = `ln -s ${elsewhere}/old l; echo new > l; rm l; echo made > ${elsewhere}/made`;
    const { runtime, settings } = setUp(join(folder.path, "data"), [shell("1", command), done], work);
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    await agent.run("write").result;
    const { folders, unkept } = await runtime.sessions.undo(agent.session);
    expect(folders.flatMap(({ changes }) => changes)).toMatchObject([
      { path: join(elsewhere, "old"), change: "rewritten" },
      { path: join(elsewhere, "made"), change: "blocked", reason: expect.stringContaining("came since") },
    ]);
    expect(unkept).toEqual([]);
  });
});

describe("an undo of a run with several calls", () => {
  it("brings back an ignored file that only a later call named", async () => {
    const [undo] = await undone(
      [{ prepare: "echo .env > .gitignore; echo KEY=1 > .env", command: "echo x > y" }],
      {},
    );
    expect(differences(undo!)).toEqual([]);
    await using folder = await temporaryFolder();
    const work = join(folder.path, "work");
    mkdirSync(work);
    for (const [name, text] of [
      [".gitignore", ".env\n*.log\n"],
      [".env", "KEY=1\n"],
      ["a.log", "1\n"],
    ] as const)
      writeFileSync(join(work, name), text);
    const calls = [shell("1", "echo x >> *.log"), shell("2", "rm .env"), shell("3", "rm a.log"), done];
    const { runtime, settings } = setUp(join(folder.path, "data"), calls, work);
    await using _ = runtime;
    const rules = [{ tool: "shell", verdict: "allow" }] as const; // .env is guarded
    const { agent } = await runtime.open({ ...settings, rules });
    await agent.run("clean").result;
    const { folders } = await runtime.sessions.undo(agent.session);
    expect(folders.flatMap(({ changes }) => changes)).toMatchObject([
      { path: ".env", change: "created" },
      // What the first call had changed without naming it is not brought back as that left it.
      { path: "a.log", change: "blocked" },
    ]);
    expect(readdirSync(work).toSorted()).toEqual([".env", ".gitignore"]);
  });
});

describe("checkpoints", () => {
  it("that were off: the undo names the folder", async () => {
    const [undo] = await undone([{ prepare: precious, command: "rm -rf o" }], { checkpoints: false });
    expect(undo!.named).toEqual([undo!.folder]);
    expect(differences(undo!)).not.toEqual([]);
  });

  it("that are required: a call that could not be kept is never made", async () => {
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

describe("what somebody else did", () => {
  it("is only said of a file or a repository that changed since, and of a repository as a whole", async () => {
    await using folder = await temporaryFolder();
    const work = join(folder.path, "work");
    mkdirSync(work);
    const env = environment(folder.path);
    const bash = (text: string) => spawnSync("bash", ["-c", text], { cwd: work, env });
    bash(`${repository}; echo 1 > mine; echo 1 > theirs; echo 1 > both`);
    const command =
      "cat /etc/passwd > /dev/null; echo 2 > both; echo 2 > mine; git branch made; cat /etc/hosts";
    const { runtime, settings } = setUp(join(folder.path, "data"), [shell("1", command), done], work);
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    await agent.run("change").result;
    bash("echo 3 > theirs; echo 3 > both; git branch other");
    const { folders, unkept } = await runtime.sessions.undo(agent.session);
    expect(folders).toMatchObject([
      { kept: ["both", ".git"], changes: [{ path: "mine", change: "rewritten" }] },
    ]);
    expect(unkept).toEqual([]);
  });
});
