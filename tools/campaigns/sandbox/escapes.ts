import { mkdirSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Barrier } from "../../../packages/sandbox/src/index.ts";
import { protectedNames } from "../../../packages/protocol/src/index.ts";
import { listUntrusted, untrustedCheck } from "../../../packages/sandbox/src/protected/untrusted-files.ts";
import { makeProject, runHeld, shell, start } from "./run-pair.ts";

/** Ways to bring a file of one's own to where programs obey it. EVIL is its content, NAME the name. */
const ways: readonly (readonly [name: string, script: string])[] = [
  ["writes it", "echo EVIL > NAME"],
  ["moves it there", "echo EVIL > x; mv x NAME"],
  ["links it hard", "echo EVIL > x; ln x NAME"],
  ["links to it", "echo EVIL > x; ln -s x NAME"],
  [
    "has Git check it out of the index",
    "git update-index --add --cacheinfo 100644,$(echo EVIL | git hash-object -w --stdin),NAME; git checkout -q -- NAME",
  ],
  [
    "commits and resets",
    "git update-index --add --cacheinfo 100644,$(echo EVIL | git hash-object -w --stdin),NAME; git commit -qm x; git reset -q --hard",
  ],
  ["applies a patch", "printf -- '--- /dev/null\\n+++ b/NAME\\n@@ -0,0 +1 @@\\n+EVIL\\n' | git apply"],
  ["stashes it and pops", "echo EVIL > NAME; git add -A; git stash -q; git stash pop -q"],
  [
    "fetches it from a repository of its own",
    "git init -q -b e nested; (cd nested; echo EVIL > NAME; git add -A; git -c user.name=a -c user.email=a commit -qm e); git pull -q --no-rebase --no-edit --allow-unrelated-histories ./nested e",
  ],
  ["unpacks an archive", "mkdir t; echo EVIL > t/NAME; tar cf a.tar -C t NAME; tar xf a.tar"],
  [
    "leaves a process behind that writes later",
    "(setsid sh -c 'sleep 0.2; echo EVIL > NAME' > /dev/null 2>&1 &); sleep 0.4",
  ],
];

/** Ways to have Git itself run something. */
const ofGit: readonly (readonly [name: string, script: string])[] = [
  ["sets a program", "git config core.fsmonitor EVIL"],
  ["writes the settings", "echo '[core] fsmonitor = EVIL' >> .git/config"],
  ["moves settings over them", "echo EVIL > x; mv x .git/config"],
  ["writes a hook", "mkdir -p .git/hooks; echo EVIL > .git/hooks/post-checkout"],
  ["replaces the folder of hooks", "mv .git/hooks x; mkdir .git/hooks; echo EVIL > .git/hooks/post-checkout"],
  ["renames .git", "mv .git x; git init -q .; git config core.fsmonitor EVIL"],
  ["replaces .git by a file", "rm -rf .git; echo 'gitdir: EVIL' > .git"],
  ["names another common folder", "echo EVIL > .git/commondir"],
  ["sets a worktree's settings", "echo '[core] fsmonitor = EVIL' > .git/config.worktree"],
  ["sets attributes", "mkdir -p .git/info; echo '* filter=EVIL' > .git/info/attributes"],
  [
    "makes a submodule with hooks",
    "git init -q --bare .git/modules/m; mkdir -p .git/modules/m/hooks; echo EVIL > .git/modules/m/hooks/post-checkout",
  ],
  [
    "makes a submodule with a program",
    "git init -q --bare .git/modules/m; git -C .git/modules/m config core.fsmonitor EVIL",
  ],
];

/** The same in a repository that an earlier command has made, and what only such a one lets a command try. */
const inMade: typeof ofGit = [
  ...ofGit,
  ["changes it under another name", "mv .git x; git --git-dir=x config core.fsmonitor EVIL; mv x .git"],
  [
    "moves another one in its place",
    "git init -q o; git -C o config core.fsmonitor EVIL; mv .git x; mv o/.git .git",
  ],
  [
    "links to another one",
    "git init -q o; git -C o config core.fsmonitor EVIL; rm -rf .git; ln -s o/.git .git",
  ],
  [
    "makes it again from a template",
    "mkdir -p t/hooks; echo EVIL > t/hooks/post-checkout; rm -rf .git; git init -q --template=t .",
  ],
  ["continues a line", "printf '[core]\\n\\tquotepath = \\\\\\n\\teditor = EVIL\\n' >> .git/config"],
];

/** What the repositories in subfolders are before an attempt. */
const nestedRepositories = `
  git init -q mine; git -C mine config alias.s '!mine'; echo true > mine/.git/hooks/pre-commit; chmod +x mine/.git/hooks/pre-commit
  git init -q plain; git init -q --bare bare; git init -q node_modules/n; git -C node_modules/n commit -q --allow-empty -m a
  git worktree add -q trees/one other 2> /dev/null`;

/** Ways to have Git run something in a repository in a subfolder. */
const inSubfolders: readonly (readonly [name: string, script: string])[] = [
  ["sets a program", "git -C mine config core.fsmonitor EVIL"],
  ["changes a program", "git -C mine config alias.s '!EVIL'"],
  ["changes a hook", "echo EVIL >> mine/.git/hooks/pre-commit"],
  ["adds a hook", "echo EVIL > plain/.git/hooks/post-checkout"],
  ["leads hooks elsewhere", "mkdir EVIL; rm -rf plain/.git/hooks; ln -s ../../EVIL plain/.git/hooks"],
  ["clones with a program", "git clone -q . c; git -C c config core.pager EVIL"],
  [
    "clones with a template",
    "mkdir -p t/hooks; echo EVIL > t/hooks/post-checkout; git clone -q --template=t . c; rm -r t",
  ],
  [
    "makes one far below",
    "mkdir -p a/b/c/d/e/f; git init -q a/b/c/d/e/f; echo '[core] pager = EVIL' >> a/b/c/d/e/f/.git/config",
  ],
  [
    "hides one among many folders",
    "for i in $(seq 40); do mkdir -p $(seq -f m/$i/%g 40); done; git init -q m/1/1/1; echo '[core] pager = EVIL' >> m/1/1/1/.git/config",
  ],
  [
    "hides one among packages, for the outer index",
    "git update-index --add --cacheinfo 160000,$(git -C node_modules/n rev-parse HEAD),node_modules/n; git -C node_modules/n config core.fsmonitor EVIL",
  ],
  ["makes a bare one", "git init -q --bare b; git -C b config core.pager EVIL"],
  ["changes a bare one", "git -C bare config core.pager EVIL"],
  [
    "names a folder of its own",
    'git init -q --bare .git/x; git -C .git/x config core.fsmonitor EVIL; mkdir s; echo "gitdir: $PWD/.git/x" > s/.git; : EVIL',
  ],
  ["replaces one", "mv mine/.git old; git init -q mine; git -C mine config core.fsmonitor EVIL"],
  [
    "includes settings",
    "echo '[core] pager = EVIL' > plain/more; git -C plain config include.path ../more; git -C plain config core.editor EVIL",
  ],
  ["continues a line", "printf '[core]\\n\\tquotepath = \\\\\\n\\teditor = EVIL\\n' >> plain/.git/config"],
  [
    "adds to a worktree",
    "git config extensions.worktreeConfig true; git worktree add -q trees/two; echo '[core] pager = EVIL' > .git/worktrees/two/config.worktree",
  ],
  [
    "makes a submodule of one",
    "git init -q --bare plain/.git/modules/m; git -C plain/.git/modules/m config core.pager EVIL",
  ],
];

/** Ways to what is outside: SECRET is a file beside the project. */
const outside: readonly (readonly [name: string, script: string])[] = [
  ["writes outside", "echo EVIL > SECRET"],
  ["goes through a link", "ln -s SECRET l; echo EVIL > l"],
  ["goes through a link to a folder", "ln -s .. up; echo EVIL > up/secret"],
  ["links hard", "ln SECRET h; echo EVIL > h"],
  ["goes through /proc/1/root", "echo EVIL > /proc/1/rootSECRET"],
  ["goes through all of /proc", 'for p in /proc/[0-9]*; do echo EVIL > "$p/rootSECRET"; done'],
  ["goes through file descriptors", 'for f in /proc/self/fd/*; do echo EVIL > "$f/../secret"; done'],
  ["mounts", "mount -o remount,rw,bind /; echo EVIL > SECRET"],
  ["makes a namespace", "unshare -Urm sh -c 'mount -o remount,rw,bind /; echo EVIL > SECRET'"],
  ["makes a device", "mknod d b 254 0"],
  ["chroots", "chroot / sh -c 'echo EVIL > SECRET'"],
  ["removes", "rm -f SECRET"],
  ["moves", "mv SECRET x"],
  ["truncates", "truncate -s 0 SECRET"],
  ["changes the mode", "chmod 777 SECRET"],
  [
    "becomes another user",
    "setpriv --reuid=0 sh -c 'echo EVIL > SECRET'; sudo -n sh -c 'echo EVIL > SECRET'",
  ],
  ["writes kernel settings", "echo EVIL > /proc/sys/kernel/core_pattern"],
  ["writes a file of cgroups", "echo $$ > /sys/fs/cgroup/cgroup.procs"],
];

export async function attempts(
  barrier: Barrier,
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly held: number; readonly failed: readonly string[] }> {
  const failed: string[] = [];
  let held = 0;
  let count = 0;
  mkdirSync(folder, { recursive: true });
  const each = async (
    label: string,
    script: string,
    isHeld: (at: { workspace: string; state: string; secret: string }) => boolean,
    { prepare = "", first = "" } = {},
  ) => {
    signal.throwIfAborted();
    const here = join(folder, `${(count += 1)}`);
    const workspace = await makeProject(here, { name: "a repository", group: "" });
    if (prepare !== "") await start(shell(prepare), workspace, { HOME: here });
    const beside = `${here}-beside`;
    if (first !== "") await runHeld(barrier, first, { workspace, beside });
    const secret = join(here, "secret");
    writeFileSync(secret, "untouched");
    await runHeld(barrier, script.replaceAll("SECRET", secret), { workspace, beside });
    if (isHeld({ workspace, state: join(beside, "state"), secret })) held += 1;
    else failed.push(label);
  };
  const names = protectedNames.map(([name]) => name);
  for (const [index, [label, script]] of ways.entries())
    for (const name of [0, 5, 11].map((step) => names[(index + step) % names.length] ?? ""))
      await each(`${name}: ${label}`, script.replaceAll("NAME", name), ({ workspace, state }) => {
        const file = join(workspace, name);
        return (
          !readsEvil(file) ||
          untrustedCheck(state)(file) ||
          listUntrusted(state).some(({ path }) => path === file)
        );
      });
  const obeysNothing = ({ workspace }: { readonly workspace: string }) => {
    const files = ["config", "commondir", "config.worktree", "info/attributes", "hooks/post-checkout"];
    const all = [
      ".git",
      ...files.map((name) => `.git/${name}`),
      ...files.map((name) => `.git/modules/m/${name}`),
    ];
    return !all.some((name) => readsEvil(join(workspace, name)));
  };
  for (const [label, script] of ofGit) await each(`Git: ${label}`, script, obeysNothing);
  for (const [label, script] of inMade)
    await each(`in a repository of its own: ${label}`, script, obeysNothing, {
      prepare: "rm -rf .git",
      first: "git init -q . && git config user.name a",
    });
  for (const [label, script] of inSubfolders)
    await each(`in a subfolder: ${label}`, script, ({ workspace }) => !obeysEvil(workspace), {
      prepare: nestedRepositories,
    });
  for (const [label, script] of outside)
    await each(`outside: ${label}`, script, ({ secret }) => readFileSync(secret, "utf8") === "untouched");
  return { held, failed };
}

function readsEvil(path: string): boolean {
  try {
    return readFileSync(path, "utf8").includes("EVIL");
  } catch {
    try {
      return readdirSync(path).some((name) => readsEvil(join(path, name)));
    } catch {
      return false;
    }
  }
}

/** Whether anything that Git obeys in a folder, or in the folders below, holds it. */
function obeysEvil(folder: string): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return entry.name === "hooks" && readlinkSync(path).includes("EVIL");
    // No `.git` names it any more.
    if (path.endsWith("/.git/x")) return false;
    if (entry.isDirectory()) return entry.name === "hooks" ? readsEvil(path) : obeysEvil(path);
    if (entry.name === ".git") return readFileSync(path, "utf8").includes("/.git/x");
    return ["config", "config.worktree", "attributes"].includes(entry.name) && readsEvil(path);
  });
}
