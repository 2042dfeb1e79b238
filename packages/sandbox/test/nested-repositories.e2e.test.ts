import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { probeTiers, protectedPaths, type ProtectedChange } from "../src/index.ts";
import { outside, plain, projectFor } from "./project.ts";

const barrier = (await probeTiers()).found.find(({ tier }) => tier === "bwrap");

/** A repository with a hook, an alias and attributes, one without, a bare one, and one that the index has. */
const before = `
  export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a
  git init -q vendor/mine; git -C vendor/mine config alias.s '!mine'; mkdir -p vendor/mine/.git/info vendor/mine/.git/hooks
  echo '* text' > vendor/mine/.git/info/attributes
  echo '#!/bin/sh' > vendor/mine/.git/hooks/pre-commit; chmod +x vendor/mine/.git/hooks/pre-commit
  git init -q plain; git init -q --bare bare
  git init -q linked; git -C linked commit -q --allow-empty -m a; git add linked 2> /dev/null; git commit -qm linked
  mkdir node_modules; git init -q node_modules/n; git -C node_modules/n commit -q --allow-empty -m a
  git worktree add -q trees/old; mkdir -p src/a/b
  git switch -qc history; git init -q --bare fixture; git -C fixture config core.pager evil; echo x > fixture/refs/x
  echo x > fixture/objects/x; git add fixture; git commit -qm fixture; git switch -q main`;

const evil = "[core]\\n\\tfsmonitor = evil\\n";
const cacheinfo =
  "git update-index --add --cacheinfo 160000,$(git -C node_modules/n rev-parse HEAD),node_modules/n";

type Fate = "aside" | "stays";

const cases: readonly (readonly [
  name: string,
  command: string,
  changes: readonly (readonly [string, Fate])[],
])[] = [
  ["makes one", "git init -q src/new; git -C src/new config user.name a", []],
  ["clones one", "git clone -q . src/clone", []],
  [
    "clones one with submodules",
    `git init -q src/super; export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=protocol.file.allow GIT_CONFIG_VALUE_0=always
     git -C src/super submodule --quiet add "$PWD/linked" sub; git -C src/super commit -qm sub; git clone -q --recurse-submodules src/super src/copy; test -f src/copy/sub/.git`,
    [],
  ],
  [
    "adds a submodule to the outer one, and its hooks",
    `export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=protocol.file.allow GIT_CONFIG_VALUE_0=always
     printf '[submodule "m"]\\n\\tpath = m\\n\\turl = ./linked\\n' > .gitmodules; git update-index --add --cacheinfo 160000,$(git -C linked rev-parse HEAD),m
     mkdir -p .git/modules; git clone -q --separate-git-dir .git/modules/m linked m; git -C m config core.worktree ../../../m; git -C m status; echo evil > .git/modules/m/hooks/x`,
    [[".git/modules/m/hooks/x", "aside"]],
  ],
  ["works in one", "cd vendor/mine; echo a > a; git add a; git commit -qm a; git tag t; git gc -q", []],
  ["changes a harmless setting", "git -C vendor/mine remote add origin https://example.org/x", []],
  ["changes one of a repository without others", "git -C plain config user.email a@b", []],
  ["removes one", "rm -rf vendor", []],
  ["moves one", "mv vendor moved", []],
  ["moves one within", "mv vendor/mine src/mine", []],
  ["checks a branch with a bare one out", "git checkout -q history", []],
  ["moves a worktree", "mv trees/old trees/moved; git -C trees/moved status", []],
  ["adds a worktree", "git worktree add -q trees/new", []],
  [
    "adds a hook",
    "echo evil > plain/.git/hooks/post-checkout",
    [["plain/.git/hooks/post-checkout", "aside"]],
  ],
  [
    "changes a hook",
    "echo evil >> vendor/mine/.git/hooks/pre-commit",
    [["vendor/mine/.git/hooks/pre-commit", "aside"]],
  ],
  [
    "replaces the folder of hooks by a link",
    "mv vendor/mine/.git/hooks x; ln -s ../../../x vendor/mine/.git/hooks",
    [["vendor/mine/.git/hooks", "aside"]],
  ],
  ["sets a program", "git -C vendor/mine config core.fsmonitor evil", [["vendor/mine/.git/config", "aside"]]],
  ["changes a program", "git -C vendor/mine config alias.s '!evil'", [["vendor/mine/.git/config", "aside"]]],
  ["sets one in a clone", "git clone -q . c; git -C c config core.hooksPath .", [["c/.git/config", "aside"]]],
  ["sets one in a bare repository", "git -C bare config core.pager evil", [["bare/config", "aside"]]],
  [
    "changes one where a file is in the place of a folder",
    `rm -rf plain/.git/info; echo > plain/.git/info; printf '${evil}' >> plain/.git/config`,
    [["plain/.git/config", "aside"]],
  ],
  ["makes a bare one", `git init -q --bare b; printf '${evil}' > b/config`, [["b/config", "aside"]]],
  [
    "changes attributes",
    "echo '* filter=evil' > vendor/mine/.git/info/attributes",
    [["vendor/mine/.git/info/attributes", "aside"]],
  ],
  [
    "adds attributes",
    "mkdir -p plain/.git/info; echo '* filter=evil' > plain/.git/info/attributes",
    [["plain/.git/info/attributes", "aside"]],
  ],
  ["names another common folder", "echo /evil > plain/.git/commondir", [["plain/.git/commondir", "aside"]]],
  ["names another folder", "mkdir s; echo 'gitdir: ../evil' > s/.git", [["s/.git", "aside"]]],
  [
    "names a folder in the repository",
    "git init -q --bare .git/x; mkdir s; echo 'gitdir: ../.git/x' > s/.git",
    [["s/.git", "aside"]],
  ],
  ["changes what one names", "echo 'gitdir: ../../evil' > trees/old/.git", [["trees/old/.git", "aside"]]],
  ["makes a link", "mkdir s; ln -s ../evil s/.git", [["s/.git", "aside"]]],
  [
    "replaces one",
    `mv vendor/mine/.git x; git init -q vendor/mine; printf '${evil}' > vendor/mine/.git/config`,
    [["vendor/mine/.git/config", "aside"]],
  ],
  [
    "moves one from elsewhere",
    `mkdir -p y; git init -q --separate-git-dir y/g y/w; rm -r y/w; printf '${evil}' >> y/g/config; mv y/g src/.git`,
    [["src/.git/config", "aside"]],
  ],
  [
    "has one in the index",
    `${cacheinfo}; printf '${evil}' >> node_modules/n/.git/config`,
    [["node_modules/n/.git/config", "aside"]],
  ],
  [
    "changes one that the index has",
    `git -C linked config core.fsmonitor evil`,
    [["linked/.git/config", "aside"]],
  ],
  [
    "sets a program of a submodule in one",
    "git init -q --bare plain/.git/modules/m; git -C plain/.git/modules/m config core.pager evil",
    [["plain/.git/modules/m/config", "aside"]],
  ],
  [
    "sets a program of a new worktree",
    `git worktree add -q trees/new; printf '${evil}' > .git/worktrees/new/config.worktree`,
    [[".git/worktrees/new/config.worktree", "aside"]],
  ],
  [
    "hides one among many folders",
    `for i in $(seq 40); do mkdir -p $(seq -f "many/$i/%g" 40); done; git init -q many/1/1/1/1; echo evil > many/1/1/1/1/.git/hooks/x`,
    [["many/1/1/1/1/.git/hooks/x", "aside"]],
  ],
];

describe.skipIf(barrier === undefined)("a command with repositories in subfolders", () => {
  it.each(cases)("that %s", async (_name, command, changes) => {
    await using project = await projectFor(barrier!);
    await outside(project, before);
    const user = "export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a;";
    const ran = await project.run(`set -e; ${user} ${command}`);
    expect([ran.code, ran.stderr.replaceAll(/^(warning|hint): .*\n/gm, "")]).toEqual([0, expect.any(String)]);
    expect(ran.changes).toEqual(changes);
    expect(
      await outside(
        project,
        `grep -rIl '[ =]evil' . --include=config --include=config.worktree --include=.git || true`,
      ),
    ).toBe(changes.length === 0 && command.includes("history") ? "./fixture/config\n" : "");
    expect((await project.run("true")).changes).toEqual([]);
  });

  it("has what was there before put back", async () => {
    await using project = await projectFor(barrier!);
    await outside(project, before);
    const git = join(project.workspace, "vendor/mine/.git");
    const texts = () =>
      ["config", "hooks/pre-commit", "info/attributes"].map((name) => readFileSync(join(git, name), "utf8"));
    const earlier = texts();
    const command = `for f in config hooks/pre-commit info/attributes; do echo evil >> vendor/mine/.git/$f; done`;
    expect((await project.run(command)).changes).toHaveLength(3);
    expect(texts()).toEqual(earlier);
    await outside(project, "test -x vendor/mine/.git/hooks/pre-commit");
  });

  it("is checked in other folders that it can write to, and not in hidden ones", async () => {
    await using project = await projectFor(barrier!);
    const [other, hidden] = [join(project.home, "other"), join(project.workspace, "hidden")];
    await outside(project, `git init -q ${other}; git init -q hidden/one`);
    const running = project.run(
      `git -C ${other} config core.pager evil; touch started; until [ -e go ]; do sleep 0.02; done`,
      { writable: [other], hidden: [hidden] },
    );
    await expect.poll(() => existsSync(join(project.workspace, "started"))).toBe(true);
    await outside(project, "git -C hidden/one config core.pager mine; touch go");
    expect((await running).changes).toEqual([["../other/.git/config", "aside"]]);
    expect(await outside(project, "git -C hidden/one config core.pager")).toBe("mine\n");
  });

  it("keeps what it makes for a while when another one ends, and not when it ends itself", async () => {
    await using project = await projectFor(barrier!);
    const hook = "t/.git/hooks/post-checkout";
    const running = (last: string) =>
      project.run(
        `git init -q t; echo evil > ${hook}; touch started; until [ -e go ]; do sleep 0.02; done; ${last}`,
      );
    for (const [last, changes] of [
      [`test -f ${hook} && rm -r t`, []],
      [`test -f ${hook}`, [[hook, "aside"]]],
    ] as const) {
      const first = running(last);
      await expect.poll(() => existsSync(join(project.workspace, "started"))).toBe(true);
      expect((await project.run("true")).changes).toEqual([]);
      await outside(project, "touch go");
      expect(await first).toMatchObject({ code: 0, changes });
      await outside(project, "rm go started");
    }
  });

  it("is only told of it where people work beside it, or the process was killed", async () => {
    await using project = await projectFor(barrier!);
    const { workspace, state } = project;
    await outside(project, before);
    const command = "git -C plain config core.pager evil";
    expect((await project.run(command, {}, true)).changes).toEqual([["plain/.git/config", "stays"]]);
    const temporary = join(project.home, "../temporary");
    const program = fileURLToPath(import.meta.resolve("./kill-barrier.ts"));
    const script = "git -C vendor/mine config core.pager evil; echo ready; sleep 60";
    const child = spawn(process.execPath, [program, workspace, temporary, state, script]);
    await once(child.stdout, "data");
    // Settings can hold passwords.
    expect(await outside(project, `grep -rl mine ${state}/calls | xargs -r grep -l '!mine' || true`)).toBe(
      "",
    );
    child.kill("SIGKILL");
    await once(child, "exit");
    await expect.poll(async () => (await plain("pgrep", ["-f", temporary], "/")).stdout).toBe("");
    const found: ProtectedChange[] = [];
    const policy = { workspace, temporary, state, hosts: [], protect: protectedPaths("/x", workspace) };
    const next = barrier!.open(policy, { report: (changes) => found.push(...changes) });
    await (await next.wrap({ argv: ["/bin/true"], cwd: workspace })).release();
    expect(found).toEqual([
      { path: join(workspace, "vendor/mine/.git/config"), reason: "which settings Git obeys" },
    ]);
  });
});
