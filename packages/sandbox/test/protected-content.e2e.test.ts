import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { probeTiers } from "../src/index.ts";
import { listUntrusted, untrustedCheck } from "../src/protected/untrusted-files.ts";
import { outside, plain, projectFor } from "./project.ts";

const barrier = (await probeTiers()).found.find(({ tier }) => tier === "bwrap");

/** A branch `other` with settings of editors, an older version of one, and a file that `main` has, too. */
const history = `
  echo one > file && mkdir .husky && echo true > .husky/pre-commit && chmod +x .husky/pre-commit
  git add -A && git commit -qm base
  git switch -qc other
  mkdir .vscode .cursor
  echo old > .vscode/settings.json && git add -A && git commit -qm old
  echo new > .vscode/settings.json && echo rules > .cursor/rules.md && ln -s file .mcp.json
  git add -A && git commit -qm new
  git switch -q main`;

type Fate = "aside" | "stays";

/** What each command leaves is let through, moved aside, or stays and is named. */
const cases: readonly (readonly [
  name: string,
  command: string,
  changes: readonly (readonly [string, Fate])[],
])[] = [
  ["checks a branch out", 'git checkout -q other && test -z "$(git status --porcelain)"', []],
  ["checks an older commit out", "git checkout -q other~1", []],
  ["merges a branch", "git merge -q other && test -f .cursor/rules.md", []],
  ["cherry-picks", "git cherry-pick other~1 other", []],
  ["rebases", "echo 2 > two; git add -A; git commit -qm two; git rebase -q other", []],
  [
    "stashes and comes back",
    "echo 2 > file; git stash -q; git checkout -q other; git checkout -q main; git stash pop -q",
    [],
  ],
  ["restores one file of a branch", "git restore -s other .vscode/settings.json", []],
  ["resets", "git reset -q --hard other", []],
  ["reads a tree", "git read-tree -u -m other", []],
  ["removes what is tracked", "rm -r .husky", []],
  ["writes the same content itself", "mkdir .vscode && echo new > .vscode/settings.json", []],
  ["writes a new file", "mkdir .vscode && echo evil > .vscode/tasks.json", [[".vscode/tasks.json", "aside"]]],
  ["writes a new name", "echo evil > .envrc", [[".envrc", "aside"]]],
  ["makes a link", "ln -s evil .vscode", [[".vscode", "aside"]]],
  [
    "has content of another path",
    "mkdir .vscode && git show other:.cursor/rules.md > .vscode/tasks.json",
    [[".vscode/tasks.json", "aside"]],
  ],
  ["changes what is tracked", "echo evil >> .husky/pre-commit", [[".husky/pre-commit", "stays"]]],
  ["makes a tracked file a program", "chmod -x .husky/pre-commit", [[".husky/pre-commit", "stays"]]],
  [
    "puts a link in the place of a tracked file",
    "ln -sf ../evil .husky/pre-commit",
    [[".husky/pre-commit", "stays"]],
  ],
  [
    "renames the folder of a tracked file",
    "mv .husky old; mkdir .husky; echo evil > .husky/pre-commit",
    [[".husky/pre-commit", "stays"]],
  ],
  [
    "adds what it wrote",
    "mkdir .vscode; echo evil > .vscode/tasks.json; git add .vscode",
    [[".vscode/tasks.json", "stays"]],
  ],
  ["commits what it wrote", "echo evil > .envrc; git add -A; git commit -qm evil", [[".envrc", "stays"]]],
  [
    "puts content into the index and checks it out",
    "git update-index --add --cacheinfo 100644,$(echo evil | git hash-object -w --stdin),.envrc; git checkout -q -- .envrc; test -f .envrc",
    [[".envrc", "stays"]],
  ],
  [
    "removes from the index what it checked out before",
    "git update-index --add --cacheinfo 100644,$(echo evil | git hash-object -w --stdin),.envrc; git checkout -q -- .envrc; git rm -q --cached .envrc",
    [[".envrc", "aside"]],
  ],
  [
    "makes a branch of what it wrote",
    "echo evil > .envrc; git add -A; git commit -qm evil; git switch -q other; git merge -q main",
    [[".envrc", "stays"]],
  ],
  [
    "replaces an object by another one",
    "git replace $(git rev-parse other:.vscode/settings.json) $(echo evil | git hash-object -w --stdin); git checkout -q other; grep evil .vscode/settings.json",
    [[".vscode/settings.json", "stays"]],
  ],
  [
    "puts a forged folder in the place of one of the history",
    `blob=$(echo evil | git hash-object -w --stdin)
     evil=$(printf "100644 blob $blob\\tsettings.json\\n" | git mktree)
     tree=$(git rev-parse other:.vscode)
     to() { echo ".git/objects/$(echo $1 | cut -c1-2)/$(echo $1 | cut -c3-)"; }
     chmod u+w $(to $tree); cp $(to $evil) $(to $tree)
     mkdir .vscode; echo evil > .vscode/settings.json`,
    [[".vscode/settings.json", "aside"]],
  ],
  [
    "brings in a ref of its own",
    "c=$(echo x | git commit-tree -p HEAD $(git write-tree)); git update-ref refs/heads/x $c; echo evil > .envrc",
    [[".envrc", "aside"]],
  ],
  [
    "names alternates",
    "echo /evil > .git/objects/info/alternates; echo evil > .envrc",
    [[".envrc", "aside"]],
  ],
  ["writes a hook", "mkdir -p .git/hooks; echo evil > .git/hooks/x", []],
  [
    "writes attributes of Git",
    "mkdir -p .git/info; echo '* filter=x' > .git/info/attributes",
    [[".git/info/attributes", "aside"]],
  ],
];

describe.skipIf(barrier === undefined)("a command under protected names", () => {
  it.each(cases)("that %s", async (_name, command, changes) => {
    if (barrier === undefined) return;
    await using project = await projectFor(barrier);
    await outside(project, history);
    const ran = await project.run(`set -e; ${command}`);
    expect(ran.changes).toEqual(changes);
    expect((await plain("git", ["fsck", "--no-dangling"], project.workspace)).stderr).not.toContain(
      "missing",
    );
    for (const [path, fate] of changes) {
      const file = join(project.workspace, path);
      expect(lstatSync(file, { throwIfNoEntry: false }) !== undefined).toBe(fate === "stays");
      expect(untrustedCheck(project.state)(file)).toBe(fate === "stays");
      const record = listUntrusted(project.state).find((one) => one.path === file);
      const moved = record?.aside === undefined ? undefined : lstatSync(record.aside);
      expect(moved !== undefined).toBe(fate === "aside");
    }
    expect(readdirSync(join(project.state, "calls"))).toEqual([]);
  });
});
