import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inheritedVariables, variableGroups } from "@skein/platform/variables";
import { postgresPrograms, startPostgres, temporaryFolder, type TemporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { entry, entryEnv } from "./entry.ts";

interface Repository extends AsyncDisposable {
  readonly home: string;
  readonly project: string;
  /** Git as its user runs it; the variables reach its hooks. */
  git(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  /** Runs Skein in the project, outside of any hook. */
  skein(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  /** The environment that a child of Skein has written down, and what git saw as staged there. */
  seen(child: string): Promise<{ readonly env: ReadonlyMap<string, string>; readonly staged: string }>;
}

/** Writes down what a child process sees. */
const look = (home: string, child: string): string =>
  `env -0 > ${home}/${child}.env; git diff --cached --name-only > ${home}/${child}.staged 2>&1`;

/** A repository whose pre-commit hook runs Skein. */
async function repository(options: {
  /** Words of the command line. @param model - flags that choose the scripted model. */
  readonly words: (model: readonly string[]) => readonly string[];
  readonly command: (home: string) => string;
}): Promise<Repository> {
  const folder: TemporaryFolder = await temporaryFolder();
  const home = folder.path;
  const project = join(home, "project");
  const put = async (path: string, text: string) => {
    await mkdir(join(home, path, ".."), { recursive: true });
    await writeFile(join(home, path), text);
  };
  const replay = (name: string) => ({ provider: "replay", model: join(home, `${name}.json`) });
  const shell = (command: string) => ({ name: "shell", input: { command } });
  await put(
    "child.json",
    JSON.stringify({ turns: [{ calls: [shell(look(home, "subagent"))] }, { text: "Seen." }] }),
  );
  await put(
    "apart.json",
    JSON.stringify({ turns: [{ calls: [shell(look(home, "apart"))] }, { text: "Seen." }] }),
  );
  const subagent = { name: "subagent", input: { instructions: "look", settings: replay("child") } };
  const apart = {
    name: "subagent",
    input: { instructions: "look apart", settings: replay("apart"), worktree: true },
  };
  const turns = [{ calls: [shell(options.command(home)), subagent, apart] }, { text: "Done." }];
  await put("parent.json", JSON.stringify({ turns }));
  await put(
    "recipe.yaml",
    JSON.stringify({
      version: "1.0.0",
      title: "Look",
      description: "Looks.",
      prompt: "Look.",
      retry: { max_retries: 1, checks: [{ type: "shell", command: look(home, "check") }] },
    }),
  );
  // Of the checkout, and of a subagent in a worktree of its own.
  const name = `case "$PWD" in ${home}/project) name=hook;; *) name=hook-apart;; esac`;
  const looks = { type: "command", command: `${name}; ${look(home, "$name")}` };
  await put(
    ".config/skein/config.yaml",
    JSON.stringify({
      extensions: { looker: { command: "/bin/sh", args: ["-c", `${look(home, "server")}; exit 1`] } },
      hookFiles: [join(home, "hooks.json")],
    }),
  );
  await put("hooks.json", JSON.stringify({ hooks: { PreToolUse: [{ matcher: "*", hooks: [looks] }] } }));

  const base = {
    ...entryEnv,
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    SKEIN_NO_KEYRING: "1",
    SKEIN_SANDBOX: "off",
  };
  const git: Repository["git"] = async (args, env = {}) => {
    const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
    const running = promisify(execFile)("git", [...identity, ...args], {
      cwd: project,
      env: { ...base, ...env },
    });
    return (await running).stdout;
  };
  await promisify(execFile)(process.execPath, [entry, "trust", join(home, "recipe.yaml")], {
    cwd: home,
    env: base,
  });
  await mkdir(project);
  await git(["init", "-q", "-b", "main"]);
  await put("project/a.txt", "one\n");
  await git(["add", "a.txt"]);
  await git(["commit", "-q", "-m", "First"]);
  const { provider, model } = replay("parent");
  const words = [
    process.execPath,
    entry,
    ...options.words(["--provider", provider, "--model", model, "--mode", "auto"]),
  ];
  const hook = join(project, ".git", "hooks", "pre-commit");
  await put(
    "project/.git/hooks/pre-commit",
    `#!/bin/sh\n${words.join(" ")} > ${home}/run.log 2>&1 || { cat ${home}/run.log >&2; exit 1; }\n`,
  );
  await chmod(hook, 0o755);
  return {
    home,
    project,
    git,
    async skein(args, env = {}) {
      const place = { cwd: project, env: { ...base, ...env } };
      return (await promisify(execFile)(process.execPath, [entry, ...args], place)).stdout;
    },
    async seen(child) {
      const text = await readFile(join(home, `${child}.env`), "utf8");
      const pairs = text.split("\0").filter((pair) => pair !== "");
      return {
        env: new Map(
          pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
        ),
        staged: (await readFile(join(home, `${child}.staged`), "utf8")).trim(),
      };
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** What the table removes from every child, with names that git itself does not set. */
const outer = {
  npm_lifecycle_event: "precommit",
  npm_package_name: "outer",
  INIT_CWD: "/",
  NODE_TEST_CONTEXT: "child-v8",
  GITHUB_ENV: "/dev/null",
  GIT_NAMESPACE: "outer",
};
const removed = variableGroups.filter(({ treatment }) =>
  Object.values(treatment).every((one) => one === "removed"),
);

/** Names that a child has although no child may. */
const leaked = (env: ReadonlyMap<string, string>): readonly string[] => {
  const all = Object.fromEntries(env);
  const passing = inheritedVariables("command", all);
  return [...env.keys()].filter((name) => !(name in passing));
};

describe("Skein in a git hook", () => {
  it("removes whole groups from every child", () => {
    expect(removed.map(({ name }) => name)).toContain("git's repository");
    expect(leaked(new Map(Object.entries(outer)))).toEqual(Object.keys(outer));
  });

  it("shows each child the files of `git commit -a`, and lets none change the commit", async () => {
    await using repo = await repository({
      words: (model) => ["run", "--recipe", "$HOME/recipe.yaml", ...model],
      command: (home) => `${look(home, "shell")}; echo x > stray.txt; git add stray.txt`,
    });
    await writeFile(join(repo.project, "a.txt"), "two\n");
    const { GIT_NAMESPACE: _, ...env } = outer; // would hide the branch from git itself
    await repo.git(["-c", "core.abbrev=12", "commit", "-q", "-a", "-m", "Second"], env);

    for (const child of ["shell", "hook", "check", "subagent"]) {
      const { env: variables, staged } = await repo.seen(child);
      expect({ child, leaked: leaked(variables) }).toEqual({ child, leaked: ["GIT_INDEX_FILE"] });
      expect(variables.get("GIT_INDEX_FILE")).not.toContain(repo.project);
      expect({ child, staged: staged.split("\n")[0] }).toEqual({ child, staged: "a.txt" });
    }
    for (const child of ["server", "apart", "hook-apart"])
      expect({ child, leaked: leaked((await repo.seen(child)).env) }).toEqual({ child, leaked: [] });
    expect((await repo.seen("apart")).staged).toBe("");
    expect(await repo.git(["show", "--name-only", "--format=%s"])).toBe("Second\n\na.txt\n");
    expect(await repo.git(["status", "--porcelain"])).toBe("?? stray.txt\n");
  });

  it("starts a run in the background that outlives the commit, and gets none of its variables", async () => {
    await using repo = await repository({
      words: (model) => ["bg", "go", ...model],
      // The commit that started the run may hold the lock of the index for a while yet.
      command: (home) =>
        `${look(home, "shell")}; while [ -e .git/index.lock ]; do sleep 0.05; done; echo x > stray.txt; git add stray.txt`,
    });
    await writeFile(join(repo.project, "a.txt"), "two\n");
    const { GIT_NAMESPACE: _, ...env } = outer;
    await repo.git(["commit", "-q", "-a", "-m", "Second"], env);
    await repo.skein(["logs", "--follow"]);

    for (const child of ["shell", "hook", "subagent", "apart"])
      expect({ child, leaked: leaked((await repo.seen(child)).env) }).toEqual({ child, leaked: [] });
    expect(await repo.git(["show", "--name-only", "--format=%s"])).toBe("Second\n\na.txt\n");
    expect(await repo.git(["status", "--porcelain"])).toBe("A  stray.txt\n");
    await repo.git(["fsck", "--strict"]);
  });

  it("runs a slot of a schedule without the variables of the commit", async () => {
    await using repo = await repository({
      words: () => ["schedule", "run-now", "look"],
      command: (home) => look(home, "shell"),
    });
    const model = ["--provider", "replay", "--model", join(repo.home, "parent.json"), "--mode", "auto"];
    await repo.skein(["schedule", "add", "look", "--cron", "0 0 1 1 *", "-t", "go", ...model]);
    await writeFile(join(repo.project, "a.txt"), "two\n");
    const { GIT_NAMESPACE: _, ...env } = outer;
    await repo.git(["commit", "-q", "-a", "-m", "Second"], env);

    for (const child of ["shell", "hook", "subagent", "apart"])
      expect({ child, leaked: leaked((await repo.seen(child)).env) }).toEqual({ child, leaked: [] });
    expect(await repo.git(["show", "--name-only", "--format=%s"])).toBe("Second\n\na.txt\n");
  });

  it("commits in a worktree to its own branch, and the user's commit to theirs", async () => {
    await using repo = await repository({
      words: (model) => ["run", "-t", "go", "--worktree", "fix", ...model],
      command: (home) =>
        `${look(home, "shell")}; echo new > w.txt; git add w.txt; git -c user.name=T -c user.email=t@example.org commit -q -n -m Work`,
    });
    await writeFile(join(repo.project, "a.txt"), "two\n");
    await repo.git(["commit", "-q", "-a", "-m", "Second"]);

    for (const child of ["shell", "hook-apart", "server", "subagent", "apart"]) {
      const { env } = await repo.seen(child);
      expect({ child, leaked: leaked(env) }).toEqual({ child, leaked: [] });
    }
    expect(await repo.git(["log", "--format=%s", "main"])).toBe("Second\nFirst\n");
    expect(await repo.git(["log", "--format=%s", "skein/fix"])).toBe("Work\nFirst\n");
    expect(await repo.git(["show", "--name-only", "--format=", "main"])).toBe("a.txt\n");
    expect(await repo.git(["show", "--name-only", "--format=", "skein/fix"])).toBe("w.txt\n");
    await repo.git(["fsck", "--strict"]);
  });

  it.each([
    ["in the checkout, which sees the files of the commit", [], ["GIT_INDEX_FILE"], "a.txt"],
    ["in a worktree, which sees none of it", ["--worktree", "fix"], [], ""],
  ])("starts an agent over ACP %s", async (_, flags, variables, staged) => {
    await using repo = await repository({
      words: () => ["run", "-t", "go", ...flags, "--provider", "acp", "--model", "$HOME/agent", "||", "true"],
      command: () => "true",
    });
    await writeFile(
      join(repo.home, "agent"),
      `#!/bin/sh\n${look(repo.home, "agent")}; echo x > stray.txt; git add stray.txt\nexit 1\n`,
    );
    await chmod(join(repo.home, "agent"), 0o755);
    await writeFile(join(repo.project, "a.txt"), "two\n");
    const { GIT_NAMESPACE: _namespace, ...env } = outer;
    await repo.git(["commit", "-q", "-a", "-m", "Second"], env);
    const seen = await repo.seen("agent");
    expect(leaked(seen.env)).toEqual(variables);
    expect(seen.env.get("GIT_INDEX_FILE") ?? "").not.toContain(repo.project);
    expect(seen.staged).toBe(staged);
    expect(await repo.git(["show", "--name-only", "--format=%s"])).toBe("Second\n\na.txt\n");
  });

  it("starts the user's editor without the variables of the commit", async () => {
    await using repo = await repository({
      words: () => ["memory", "edit", "notes"],
      command: () => "true",
    });
    await writeFile(join(repo.home, "editor"), `#!/bin/sh\n${look(repo.home, "editor")}\n`);
    await chmod(join(repo.home, "editor"), 0o755);
    await writeFile(join(repo.project, "a.txt"), "two\n");
    const { GIT_NAMESPACE: _, ...env } = { ...outer, VISUAL: join(repo.home, "editor") };
    await repo.git(["commit", "-q", "-a", "-m", "Second"], env);
    expect(leaked((await repo.seen("editor")).env)).toEqual([]);
  });

  it.skipIf(postgresPrograms() === undefined)(
    "does a submitted run in a worker without the variables of the commit (skipped without Postgres)",
    async () => {
      await using postgres = await startPostgres();
      await using repo = await repository({
        words: () => [
          "worker & worker=$!; while [ ! -e $HOME/ended ]; do sleep 0.1; done; kill $worker; wait",
        ],
        command: (home) => look(home, "shell"),
      });
      const database = { SKEIN_DATABASE_URL: postgres.url };
      const model = ["--provider", "replay", "--model", join(repo.home, "parent.json"), "--mode", "auto"];
      const session = (await repo.skein(["submit", "go", ...model], database)).trim();
      await writeFile(join(repo.project, "a.txt"), "two\n");
      const { GIT_NAMESPACE: _, ...env } = { ...outer, ...database };
      const committed = repo.git(["commit", "-q", "-a", "-m", "Second"], env);
      await repo.skein(["logs", session, "--follow"], database);
      await writeFile(join(repo.home, "ended"), "");
      await committed;

      for (const child of ["shell", "hook", "subagent"]) {
        const { env: variables, staged } = await repo.seen(child);
        expect({ child, leaked: leaked(variables) }).toEqual({ child, leaked: ["GIT_INDEX_FILE"] });
        expect({ child, staged: staged.split("\n")[0] }).toEqual({ child, staged: "a.txt" });
      }
      for (const child of ["server", "apart", "hook-apart"])
        expect({ child, leaked: leaked((await repo.seen(child)).env) }).toEqual({ child, leaked: [] });
      expect(await repo.git(["show", "--name-only", "--format=%s"])).toBe("Second\n\na.txt\n");
    },
  );
});
