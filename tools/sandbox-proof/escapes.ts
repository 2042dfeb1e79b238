import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Barrier } from "../../packages/sandbox/src/index.ts";
import { protectedNames } from "../../packages/protocol/src/index.ts";
import { listUntrusted, untrustedCheck } from "../../packages/sandbox/src/protected/untrusted-files.ts";
import { makeProject, runHeld } from "./run-pair.ts";

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
): Promise<{ readonly held: number; readonly failed: readonly string[] }> {
  const failed: string[] = [];
  let held = 0;
  let count = 0;
  mkdirSync(folder, { recursive: true });
  const each = async (
    label: string,
    script: string,
    isHeld: (at: { workspace: string; state: string; secret: string }) => boolean,
  ) => {
    const here = join(folder, `${(count += 1)}`);
    const workspace = await makeProject(here, { name: "a repository" });
    const secret = join(here, "secret");
    writeFileSync(secret, "untouched");
    await runHeld(barrier, script.replaceAll("SECRET", secret), { workspace, beside: `${here}-beside` });
    if (isHeld({ workspace, state: join(`${here}-beside`, "state"), secret })) held += 1;
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
  for (const [label, script] of ofGit)
    await each(`Git: ${label}`, script, ({ workspace }) => {
      const files = ["config", "commondir", "config.worktree", "info/attributes", "hooks/post-checkout"];
      const all = [
        ".git",
        ...files.map((name) => `.git/${name}`),
        ...files.map((name) => `.git/modules/m/${name}`),
      ];
      return !all.some((name) => readsEvil(join(workspace, name)));
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
