import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isInside } from "@skein/platform/folders";
import { ConfigError, messageOf } from "@skein/protocol";
import { readText } from "@skein/platform/text";
import { parseDiff, type DiffFile } from "./diff.ts";
import type { CountLines } from "./place-findings.ts";

/** What reading a change asks of the app. */
export interface ChangeSource {
  /** Runs git in a folder on what only reads, without programs that the settings of the repository name. */
  git(args: readonly string[], folder: string): Promise<GitResult>;
  /** Whether git runs no program of the repository's settings where it looks at files of the working tree. */
  isPlainRepository(folder: string): boolean;
  /** Whether a file is not shown to models. `path`: absolute. */
  isKeptFromModel(path: string): boolean;
}

interface GitResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The change to review. */
export interface ChangeWish {
  /** Absolute. */
  readonly cwd: string;
  /** Branch or commit that the change starts from: what they have in common counts. */
  readonly base?: string | undefined;
  /** Branch or commit with the change. Without it and `base`: the working tree, against its last commit. */
  readonly head?: string | undefined;
  /** The change itself, as `git diff` writes it, instead of one that git reads; `cwd` is the root then. */
  readonly diff?: { readonly text: string; readonly subject: string } | undefined;
}

/** What is reviewed. */
export interface Change {
  /** Root of the repository; absolute. */
  readonly root: string;
  /** What it is, in words. */
  readonly subject: string;
  /** Without those that are kept from the model. */
  readonly files: readonly DiffFile[];
  /** Paths that were left out. */
  readonly hidden: readonly string[];
  readonly countLines: CountLines;
}

const diffArgs = [
  "diff",
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--find-renames",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "--unified=5",
];

/** Untracked files above it are named, not shown. */
const mostBytes = 1024 * 1024;

/** Reads a change from git. Throws `ConfigError`. */
export async function readChange(
  { cwd, base, head, diff }: ChangeWish,
  source: ChangeSource,
): Promise<Change> {
  if (diff) {
    const { text, subject } = diff;
    const files = parseDiff(text);
    return changeIn(cwd, { subject, files, countLines: countLinesIn(cwd) }, source);
  }
  const root = (
    await git(["rev-parse", "--show-toplevel"], { folder: cwd, source }, "This is no git repository")
  ).trim();
  const options = { folder: root, source };
  const read =
    base === undefined && head === undefined
      ? await workingTree(options)
      : await range({ base: base ?? (await defaultBranch(options)), head: head ?? "HEAD" }, options);
  return changeIn(root, read, source);
}

interface Options {
  readonly folder: string;
  readonly source: ChangeSource;
}

type ReadPart = Pick<Change, "subject" | "files" | "countLines">;

function changeIn(root: string, { subject, files, countLines }: ReadPart, source: ChangeSource): Change {
  const isKept = ({ path }: DiffFile) => source.isKeptFromModel(join(root, path));
  return {
    root,
    subject,
    files: files.filter((file) => !isKept(file)),
    hidden: files.filter(isKept).map(({ path }) => path),
    countLines,
  };
}

async function workingTree(options: Options): Promise<ReadPart> {
  const { folder, source } = options;
  if (!source.isPlainRepository(folder))
    throw new ConfigError(
      "usage",
      "The settings of this repository name programs that git would run to compare files.",
      {
        hint: "Commit the change, and review it against a branch.",
      },
    );
  const diff = await git([...diffArgs, "HEAD"], options, "There is no commit to compare with");
  const others = await git(
    ["ls-files", "--others", "--exclude-standard", "-z"],
    options,
    "git ls-files failed",
  );
  const added = await Promise.all(
    others
      .split("\0")
      .filter((path) => path !== "")
      .map((path) => untracked(folder, path)),
  );
  return {
    subject: "the working tree",
    files: [...parseDiff(diff), ...added],
    countLines: countLinesIn(folder),
  };
}

/** Of files as they are in a folder. */
function countLinesIn(root: string): CountLines {
  return async (path) => {
    const full = resolve(root, path);
    if (!isInside(full, root)) return undefined;
    const bytes = await readFile(full).catch(() => undefined);
    return bytes && linesIn((await readText(bytes)).text).length;
  };
}

async function range(
  { base, head }: { readonly base: string; readonly head: string },
  options: Options,
): Promise<ReadPart> {
  const [from, to] = [await commitOf(base, options), await commitOf(head, options)];
  const start = (
    await git(["merge-base", from, to], options, `${base} and ${head} have no commit in common`)
  ).trim();
  return {
    subject: `${head} since ${base}`,
    files: parseDiff(await git([...diffArgs, start, to], options, "git diff failed")),
    async countLines(path) {
      const shown = await options.source.git(["show", `${to}:${path}`], options.folder);
      return shown.code === 0 ? linesIn(shown.stdout).length : undefined;
    },
  };
}

async function commitOf(name: string, { folder, source }: Options): Promise<string> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
  const { code, stdout } = await source.git(args, folder);
  if (code === 0) return stdout.trim();
  throw new ConfigError("usage", `There is no branch or commit "${name}".`, {
    hint: "Name one that is here, such as main.",
  });
}

async function defaultBranch({ folder, source }: Options): Promise<string> {
  for (const name of ["origin/HEAD", "main", "master"]) {
    const { code } = await source.git(["rev-parse", "--verify", "--quiet", `${name}^{commit}`], folder);
    if (code === 0) return name;
  }
  throw new ConfigError("usage", "It is not known what the change starts from.", {
    hint: "Name the base branch.",
  });
}

async function untracked(root: string, path: string): Promise<DiffFile> {
  const stats = await stat(join(root, path)).catch(() => undefined);
  const none: DiffFile = { path, status: "added", hunks: [] };
  if (!stats?.isFile() || stats.size > mostBytes) return none;
  const bytes = await readFile(join(root, path)).catch((error: unknown) => {
    throw new ConfigError("usage", `${path} cannot be read: ${messageOf(error)}`);
  });
  const { text } = await readText(bytes);
  if (text.includes("\0")) return none;
  const lines = linesIn(text).map((line, index) => ({ kind: "added" as const, line: index + 1, text: line }));
  return { path, status: "added", hunks: lines.length > 0 ? [{ lines }] : [] };
}

function linesIn(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

async function git(args: readonly string[], { folder, source }: Options, problem: string): Promise<string> {
  const { code, stdout, stderr } = await source.git(args, folder);
  if (code === 0) return stdout;
  const reason = stderr.trim().split("\n", 1)[0] ?? "";
  throw new ConfigError("usage", reason === "" ? `${problem}.` : `${problem}: ${reason}`);
}
