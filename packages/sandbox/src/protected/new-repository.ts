import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { orNothing } from "./entries.ts";
import { harmlessCommonFolder, isBare, repositoriesIn } from "./git-folder.ts";

/** Something in a repository that a command has made, and that Git would run or obey. */
export interface RepositoryProblem {
  /** Absolute. */
  readonly path: string;
  readonly reason: string;
  /** What takes its place. Default: nothing. */
  readonly harmlessText?: string;
}

/** Repositories at a path: it is one, or has those of submodules in it. */
export function repositoriesAt(path: string): readonly string[] {
  if (basename(path) === "modules") return repositoriesIn(path);
  return isBare(path) ? [path, ...repositoriesIn(join(path, "modules"))] : [];
}

/**
 * What Git would run or obey in repositories that were not there before. What `git init` and `git clone` leave is no problem.
 *
 * @param path - where a repository may be made: `.git`, the folder of submodules, or the workspace, as a bare one.
 */
export function newRepositoryProblems(path: string, before: readonly string[]): readonly RepositoryProblem[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  const isOwn = basename(path) === ".git";
  if (stats && !stats.isDirectory()) return isOwn ? [{ path, reason: "which repository Git uses here" }] : [];
  const problems = repositoriesAt(path)
    .filter((folder) => !before.includes(folder))
    .flatMap(problemsOfFolder);
  if (isOwn || basename(path) === "modules" || problems.length === 0) return problems;
  // Other files of a workspace may be anything: without a HEAD they are no repository.
  return [{ path: join(path, "HEAD"), reason: "that Git takes this folder for a repository" }];
}

function problemsOfFolder(folder: string): readonly RepositoryProblem[] {
  const at = (name: string) => join(folder, name);
  const others = ["config.worktree", "commondir"].filter(
    (name) => lstatSync(at(name), { throwIfNoEntry: false }) && textOf(at(name)) !== harmlessCommonFolder,
  );
  const hooks = lstatSync(at("hooks"), { throwIfNoEntry: false });
  const hookNames = hooks?.isDirectory() ? (orNothing(() => readdirSync(at("hooks"))) ?? []) : [];
  const config = lstatSync(at("config"), { throwIfNoEntry: false });
  const harmless = config?.isFile() ? harmlessSettings(textOf(at("config")) ?? "[") : undefined;
  return [
    ...others.map((name) => ({ path: at(name), reason: "which settings Git obeys" })),
    ...(hooks && !hooks.isDirectory() ? [{ path: at("hooks"), reason: "what Git runs" }] : []),
    ...hookNames
      .filter((name) => !name.endsWith(".sample"))
      .map((name) => ({ path: join(at("hooks"), name), reason: "what Git runs" })),
    ...(config && harmless !== textOf(at("config"))
      ? [
          {
            path: at("config"),
            reason: "which settings Git obeys",
            ...(harmless === undefined ? {} : { harmlessText: harmless }),
          },
        ]
      : []),
  ];
}

/** Settings that start nothing and lead nowhere else; `*`: all of the section. Lower case. */
const harmlessKeys: Readonly<Record<string, readonly string[]>> = {
  core: [
    "repositoryformatversion",
    "filemode",
    "bare",
    "logallrefupdates",
    "ignorecase",
    "precomposeunicode",
    "symlinks",
    "autocrlf",
    "eol",
    "safecrlf",
    "quotepath",
    "longpaths",
    "sparsecheckout",
    "sparsecheckoutcone",
  ],
  extensions: ["objectformat", "refstorage"],
  remote: ["url", "fetch", "pushurl", "tagopt"],
  branch: ["remote", "merge", "rebase"],
  submodule: ["url", "active", "branch"],
  user: ["name", "email"],
  init: ["defaultbranch"],
  pull: ["rebase", "ff"],
  push: ["default", "autosetupremote"],
  fetch: ["prune"],
  rerere: ["enabled", "autoupdate"],
  commit: ["gpgsign"],
  advice: ["*"],
  color: ["*"],
  lfs: ["repositoryformatversion"],
};

/** The same text without what is not harmless, or cannot be read in one way only. */
export function harmlessSettings(text: string): string {
  let section = "";
  const lines = text.split("\n").filter((line) => {
    if (/^\s*([#;].*)?$/.test(line)) return !line.trimEnd().endsWith("\\");
    const head = /^\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"(?:[^"\\\n]|\\["\\])*")?\s*\]\s*$/.exec(line);
    if (head) section = (head[1] ?? "").toLowerCase();
    else if (/^\s*\[/.test(line)) section = "";
    if (head) return Object.hasOwn(harmlessKeys, section);
    const [, key = "", value = ""] = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/.exec(line) ?? [];
    const keys = Object.hasOwn(harmlessKeys, section) ? (harmlessKeys[section] ?? []) : [];
    const isListed = keys.includes("*") || keys.includes(key.toLowerCase());
    return isListed && !value.endsWith("\\") && !value.startsWith("ext::");
  });
  return lines.join("\n");
}

function textOf(path: string): string | undefined {
  return orNothing(() => readFileSync(path, "utf8"));
}
