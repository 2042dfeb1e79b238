import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { temporaryFolder, type TemporaryFolder } from "@skein/test-kit";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mayChangeFiles } from "../../src/checkpoints/before-calls.ts";
import { isPlainRepository } from "../../src/checkpoints/plain-repository.ts";

const environment = {
  PATH: process.env["PATH"] ?? "",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

function git(cwd: string, ...args: readonly string[]): void {
  execFileSync("git", args, { cwd, env: environment, stdio: "ignore" });
}

/** What all tests begin with, made once. */
let template: TemporaryFolder;
beforeAll(async () => {
  template = await temporaryFolder();
  made(template.path);
});
afterAll(() => template[Symbol.asyncDispose]());

function repository(home: string, name = "repository"): string {
  const folder = join(home, name);
  cpSync(template.path, folder, { recursive: true });
  return folder;
}

function made(folder: string): void {
  git(folder, "init", "-q");
  for (const text of ["one\n", "two\n"]) {
    writeFileSync(join(folder, "a.txt"), text);
    git(folder, "add", ".");
    git(folder, "commit", "-qm", text.trim());
  }
}

/** A program that leaves a file beside the repository. */
function marker(home: string): string {
  const file = join(home, "evil");
  writeFileSync(file, `#!/bin/sh\n: > ${join(home, "ran")}\ncat "$1" 2>/dev/null\n`, { mode: 0o755 });
  return file;
}

const reading = [
  ["status"],
  ["diff"],
  ["log", "-p"],
  ["show"],
  ["blame", "a.txt"],
  ["ls-files"],
  ["describe", "--always", "--dirty"],
  ["branch", "-a"],
  ["rev-parse", "HEAD"],
];

/** Whether one of the commands that count as reading runs the marker. */
function runsMarker(home: string, folder: string): boolean {
  for (const args of reading) {
    // Its time has changed and its content has not: git reads it, and rewrites the index.
    utimesSync(join(folder, "a.txt"), new Date(), new Date(Date.now() - 60_000));
    try {
      git(folder, ...args);
    } catch {
      // A program that fails is a program that ran.
    }
    if (existsSync(join(home, "ran"))) return true;
  }
  return false;
}

const attributes = (folder: string, line: string): void => {
  mkdirSync(join(folder, ".git", "info"), { recursive: true });
  writeFileSync(join(folder, ".git", "info", "attributes"), line);
};
const change = (folder: string): void => writeFileSync(join(folder, "a.txt"), "three\n");

/** Ways in which a repository has a program run; `reads`: when git only reads. */
const hostile: readonly (readonly [
  way: string,
  reads: boolean,
  plant: (folder: string, evil: string) => void,
])[] = [
  ["core.fsmonitor", true, (folder, evil) => git(folder, "config", "core.fsmonitor", evil)],
  [
    "diff.external",
    true,
    (folder, evil) => {
      git(folder, "config", "diff.external", evil);
      change(folder);
    },
  ],
  [
    "diff.NAME.command",
    true,
    (folder, evil) => {
      git(folder, "config", "diff.x.command", evil);
      attributes(folder, "*.txt diff=x\n");
      change(folder);
    },
  ],
  [
    "diff.NAME.textconv",
    true,
    (folder, evil) => {
      git(folder, "config", "diff.x.textconv", evil);
      attributes(folder, "*.txt diff=x\n");
    },
  ],
  [
    "filter.NAME.clean",
    true,
    (folder, evil) => {
      git(folder, "config", "filter.x.clean", evil);
      attributes(folder, "*.txt filter=x\n");
      change(folder);
    },
  ],
  [
    "filter.NAME.process",
    true,
    (folder, evil) => {
      git(folder, "config", "filter.x.process", evil);
      attributes(folder, "*.txt filter=x\n");
      change(folder);
    },
  ],
  ["filter.NAME.smudge", false, (folder, evil) => git(folder, "config", "filter.x.smudge", evil)],
  [
    "core.hooksPath",
    true,
    (folder, evil) => {
      mkdirSync(join(folder, "hooks"));
      writeFileSync(join(folder, "hooks", "post-index-change"), `#!/bin/sh\nexec ${evil}\n`, { mode: 0o755 });
      git(folder, "config", "core.hooksPath", join(folder, "hooks"));
    },
  ],
  [
    "a hook",
    true,
    (folder, evil) => {
      mkdirSync(join(folder, ".git", "hooks"), { recursive: true });
      const hook = join(folder, ".git", "hooks", "post-index-change");
      writeFileSync(hook, `#!/bin/sh\nexec ${evil}\n`, { mode: 0o755 });
    },
  ],
  [
    "include.path",
    true,
    (folder, evil) => {
      git(folder, "config", "-f", join(folder, "more"), "core.fsmonitor", evil);
      git(folder, "config", "include.path", join(folder, "more"));
    },
  ],
  [
    "includeIf",
    true,
    (folder, evil) => {
      git(folder, "config", "-f", join(folder, "more"), "core.fsmonitor", evil);
      git(folder, "config", `includeIf.gitdir:${folder}/.path`, join(folder, "more"));
    },
  ],
  [
    "config.worktree",
    true,
    (folder, evil) => {
      git(folder, "config", "extensions.worktreeConfig", "true");
      git(folder, "config", "--worktree", "core.fsmonitor", evil);
    },
  ],
  [
    "a line that git reads otherwise",
    true,
    (folder, evil) =>
      appendFileSync(join(folder, ".git", "config"), `[user] name = \\\n x\n[COre]FSMonitor=${evil}\n`),
  ],
  [
    "a .git file that leads there",
    true,
    (folder, evil) => {
      git(folder, "config", "core.fsmonitor", evil);
      renameSync(join(folder, ".git"), join(folder, "elsewhere"));
      writeFileSync(join(folder, ".git"), "gitdir: elsewhere\n");
    },
  ],
  [
    "a repository inside of it",
    true,
    (folder, evil) => {
      const inner = repository(folder, "inner");
      git(folder, "add", "inner");
      git(folder, "commit", "-qm", "inner");
      git(inner, "config", "core.fsmonitor", evil);
    },
  ],
  ["core.pager", false, (folder, evil) => git(folder, "config", "core.pager", evil)],
  ["core.sshCommand", false, (folder, evil) => git(folder, "config", "core.sshCommand", evil)],
  ["core.editor", false, (folder, evil) => git(folder, "config", "core.editor", evil)],
  ["an alias", false, (folder, evil) => git(folder, "config", "alias.x", `!${evil}`)],
  ["credential.helper", false, (folder, evil) => git(folder, "config", "credential.helper", evil)],
  ["gpg.program", false, (folder, evil) => git(folder, "config", "gpg.program", evil)],
  ["an unknown setting", false, (folder, evil) => git(folder, "config", "core.new", evil)],
  [
    "a folder that is a repository itself",
    false,
    (folder) => {
      rmSync(join(folder, ".git"), { recursive: true });
      git(folder, "init", "-q", "--bare", ".");
    },
  ],
];

const call = {
  extension: "developer",
  tool: "shell",
  effect: "runs",
  input: { command: "git status" },
} as const;

describe("git that only reads", () => {
  it.each(hostile)("may run a program of the repository: %s", async (_, reads, plant) => {
    await using home = await temporaryFolder();
    const folder = repository(home.path);
    expect(isPlainRepository(folder)).toBe(true);
    plant(folder, marker(home.path));
    rmSync(join(home.path, "ran"), { force: true });
    expect(isPlainRepository(folder)).toBe(false);
    expect(await mayChangeFiles(call, { cwd: folder, isPlainRepository })).toBe(true);
    // What the table says of git itself: otherwise it would prove nothing.
    expect(runsMarker(home.path, folder)).toBe(reads);
  });

  it("runs nothing in a plain repository, its clone, its worktree, a folder of it, or outside of one", async () => {
    await using home = await temporaryFolder();
    const folder = repository(home.path);
    git(home.path, "clone", "-q", folder, "clone");
    git(folder, "worktree", "add", "-q", join(home.path, "worktree"));
    git(folder, "config", "user.name", "A Name");
    mkdirSync(join(folder, "below"));
    mkdirSync(join(home.path, "outside"));
    for (const place of ["repository", "clone", "worktree", "repository/below", "outside"])
      expect({ place, isPlain: isPlainRepository(join(home.path, place)) }).toEqual({ place, isPlain: true });
    expect(await mayChangeFiles(call, { cwd: folder, isPlainRepository })).toBe(false);
  });

  it("counts for the worktree's own settings, too", async () => {
    await using home = await temporaryFolder();
    const folder = repository(home.path);
    git(folder, "worktree", "add", "-q", join(home.path, "worktree"));
    git(folder, "config", "core.fsmonitor", marker(home.path));
    expect(isPlainRepository(join(home.path, "worktree"))).toBe(false);
  });
});

describe("an index that was read before", () => {
  it("is read again when it has changed", async () => {
    await using home = await temporaryFolder();
    const folder = repository(home.path);
    // What has changed just now is not remembered.
    await sleep(2_050);
    expect(isPlainRepository(folder)).toBe(true);
    const commit = "1".repeat(40);
    git(folder, "update-index", "--add", "--cacheinfo", `160000,${commit},sub`);
    expect(isPlainRepository(folder)).toBe(false);
  });
});
