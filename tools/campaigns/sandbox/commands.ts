import { hookCommands } from "./hook-projects.ts";
import { laneCommands } from "./lanes.ts";
import type { Command } from "./command.ts";

const git: readonly (readonly [name: string, script: string])[] = [
  ["checkout", "git checkout -q other; s=$?; git status --porcelain; exit $s"],
  ["checkout, add and commit", "git checkout -q other; git add -A; git commit -qm more; git ls-files"],
  ["checkout of an older commit", "git checkout -q other~1"],
  ["switch back and forth", "git switch -q other && git switch -q -"],
  ["merge", "git merge -q --no-edit other"],
  ["merge --squash", "git merge -q --squash other && git commit -qm squashed"],
  ["rebase", "git rebase -q other"],
  ["cherry-pick", "git cherry-pick other~1"],
  ["revert", "git revert --no-edit HEAD"],
  ["reset --hard", "git reset -q --hard other"],
  ["restore", "git restore -s other -- ."],
  ["checkout of a path", "git checkout -q other -- .vscode"],
  ["read-tree", "git read-tree -u --reset other"],
  ["checkout-index", "git read-tree other && git checkout-index -fa"],
  [
    "stash and pop",
    "echo changed > file; git stash -q; git checkout -q other; git checkout -q -; git stash pop -q",
  ],
  ["apply", 'git diff HEAD other > "$TMPDIR/patch.$$" && git apply "$TMPDIR/patch.$$"'],
  ["am", "git format-patch -q --stdout other~2..other > mail && git am -q mail"],
  ["rm and mv", "git rm -q later; git mv file moved; git commit -qm moved"],
  ["clean", "touch junk; git clean -fdq"],
  ["commit -a", "echo more >> file; git commit -qam more"],
  ["commit of all", "echo x > x; git add -A; git commit -qm x"],
  ["bisect", "git bisect start -q other other~2 && git bisect reset -q"],
  ["sparse-checkout list", "git sparse-checkout list"],
  ["worktree add", "git worktree add -q trees/one other 2>/dev/null && git worktree remove trees/one"],
  ["tag, branch, gc", "git tag t && git branch b && git gc -q"],
  ["submodule status", "git submodule status"],
];

export const commands: readonly Command[] = [
  { name: "ls -A", script: "ls -A" },
  { name: "a build", script: "printf 'int main(void){return 0;}' > m.c && cc -c m.c -o m.o && rm m.o" },
  {
    name: "make -j8",
    script: `printf 'all: a b c d e f g h\\na b c d e f g h: file\\n\\tsleep 0.01; echo $@ > $@.out\\n' > Makefile; echo 1 > file; make -s -j8`,
  },
  ...git.map(([name, script]): Command => ({ name: `git ${name}`, script })),
  {
    name: "git init in a new folder",
    script: "mkdir fresh && cd fresh && git init -q -b main . && git status --porcelain",
  },
  {
    name: "git clone that stays",
    script:
      "git clone -q . copy 2> /dev/null || exit 0; git -C copy remote -v | wc -l; git -C copy checkout -qb b",
  },
  {
    name: "git clone with submodules",
    script:
      "set -e; export GIT_ALLOW_PROTOCOL=file; git init -q -b main sub; echo a > sub/a; git -C sub add a; git -C sub commit -qm a; git init -q -b main outer; git -C outer submodule --quiet add ../sub s; git -C outer commit -qm s; git clone -q --recurse-submodules outer copy; cat copy/s/a; git -C copy submodule status | cut -c1",
  },
  {
    name: "work in a repository in it",
    script:
      "[ -d nested ] || git init -q -b main nested; cd nested || exit; echo b > b; git add -A; git commit -qm b; git remote add origin https://example.org/x; git tag t; git checkout -qb c; git remote; git log --format=%s",
  },
  {
    name: "removal of a repository in it",
    script: "git init -q made; mkdir -p made/x; mv made moved; rm -rf moved nested; ls",
  },
  { name: "git init here", script: "git init -q -b main . && git status --porcelain" },
  { name: "git clone", script: "git clone -q . copy 2> /dev/null; s=$?; rm -rf copy; exit $s" },
  {
    name: "a scaffolder",
    script: `mkdir app && cd app && [ -z "$(ls -A)" ] && git init -q -b main . && echo '{}' > package.json && echo node_modules > .gitignore && git add -A`,
  },
  {
    name: "a script of npm",
    script: `echo '{"name":"p","scripts":{"test":"echo tested > tested"}}' > package.json; npm test --silent`,
  },
  {
    name: "a server on a socket of its own",
    script: `node -e 'const n=require("net");const s=n.createServer(c=>c.end("x")).listen("./s.sock",()=>n.connect("./s.sock").on("data",()=>s.close()).on("end",()=>process.exit(0)))'`,
  },
  {
    name: "vitest",
    script: `mkdir node_modules; ln -s "$SKEIN_PROOF_MODULES"/* node_modules/; echo 'import { it, expect } from "vitest"; it("one", () => expect(1).toBe(1));' > one.test.mjs; echo '{"type":"module"}' > package.json; node node_modules/vitest/vitest.mjs run --root . one.test.mjs > /dev/null 2>&1; s=$?; rm -r node_modules; exit $s`,
    isHeavy: true,
    isRandom: true,
  },
  {
    name: "Postgres",
    script: `initdb -D data -A trust > /dev/null 2>&1 || exit 3; pg_ctl -s -w -D data -o "-k $PWD/data -c listen_addresses=" start > /dev/null 2>&1 || exit 4; psql -h "$PWD/data" -d postgres -Atc 'select 1'; s=$?; pg_ctl -s -w -D data stop > /dev/null 2>&1; exit $s`,
    isHeavy: true,
    isRandom: true,
  },
  {
    name: "Chromium",
    script: `chromium --headless --no-sandbox --disable-gpu --user-data-dir="$TMPDIR/chromium-$$" --dump-dom 'data:text/html,<p>shown' 2> /dev/null | grep -o shown`,
    isHeavy: true,
    isRandom: true,
  },
  ...hookCommands,
  ...laneCommands,
];
