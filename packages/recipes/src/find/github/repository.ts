import { createHash } from "node:crypto";
import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import { ConfigError, messageOf } from "@skein/protocol";
import { maxBytes } from "../../read/document-limits.ts";
import { cannotStart, failureOf, programOnPath, runProgram } from "../programs.ts";
import { ghEnvironment } from "./environment.ts";
import type { GithubSettings } from "./settings.ts";
import { readTree, type Tree, type TreeFile } from "./tree.ts";

/** Of one recipe's folder. */
const mostFiles = 200;
const mostFolderBytes = 10 * 1024 * 1024;
/** Of the list of a repository's files. */
const mostListBytes = 16 * 1024 * 1024;

export interface RepositoryOptions extends GithubSettings {
  readonly repository: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Programs inside it are not used. */
  readonly untrusted: string | undefined;
}

/** A repository on GitHub, read through `gh`, which has the user's rights there. */
export interface Repository {
  /** Of its default branch, as it is now. */
  tree(signal: AbortSignal): Promise<Tree>;
  /** From the cache, or fetched and checked against its hash. */
  content(file: TreeFile, signal: AbortSignal): Promise<Buffer>;
  /** Puts a folder with all that is below it into the cache. Answers where. */
  folder(tree: Tree, path: string, signal: AbortSignal): Promise<string>;
}

/** Its methods throw `ConfigError`. */
export function githubRepository(options: RepositoryOptions): Repository {
  const { repository, cacheFolder } = options;
  const own = join(cacheFolder, ...repository.toLowerCase().split("/"));

  async function content(file: TreeFile, signal: AbortSignal): Promise<Buffer> {
    if (file.size > maxBytes) throw tooLarge(`${repository}/${file.path}`);
    const kept = join(own, "files", file.sha);
    const known = await readFile(kept).catch(() => undefined);
    if (known && gitHash(known, file.sha) === file.sha) return known;
    const accept = ["-H", "Accept: application/vnd.github.raw+json"];
    const bytes = await ask(options, [...accept, `repos/${repository}/git/blobs/${file.sha}`], signal);
    if (gitHash(bytes, file.sha) !== file.sha) {
      throw new ConfigError(
        "unreadable",
        `The content of ${repository}/${file.path} does not match its hash.`,
        {
          hint: "Try again. A proxy between here and GitHub may have changed the content.",
        },
      );
    }
    await putWhole(kept, bytes);
    return bytes;
  }

  return {
    async tree(signal) {
      const answer = await ask(options, [`repos/${repository}/git/trees/HEAD?recursive=1`], signal);
      return readTree(answer.toString("utf8"), repository);
    },
    content,
    async folder(tree, path, signal) {
      const sha = tree.folders.get(path);
      const files = tree.files.filter((file) => file.path.startsWith(`${path}/`));
      const bytes = files.reduce((sum, { size }) => sum + size, 0);
      if (sha === undefined || files.length > mostFiles || bytes > mostFolderBytes)
        throw tooLarge(`${repository}/${path}`);
      const target = join(own, "folders", sha, path);
      if (await isWhole(target, path, files)) return target;
      makeFolders(dirname(target), 0o700);
      const draft = await mkdtemp(join(dirname(target), ".new-"));
      try {
        for (const file of files) {
          const to = join(draft, file.path.slice(path.length + 1));
          makeFolders(dirname(to), 0o700);
          await writeFile(to, await content(file, signal), { mode: 0o600 });
        }
        await rm(target, { recursive: true, force: true });
        await rename(draft, target).catch(async (error: unknown) => {
          // Another process was faster.
          if (!(await isWhole(target, path, files))) throw error;
        });
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
      return target;
    },
  };
}

async function ask(
  options: RepositoryOptions,
  args: readonly string[],
  signal: AbortSignal,
): Promise<Buffer> {
  const { env, repository, cacheFolder, run = runProgram, timeoutMs = 30_000, untrusted } = options;
  const program = programOnPath("gh", env["PATH"] ?? "", untrusted);
  try {
    makeFolders(cacheFolder, 0o700);
    await chmod(cacheFolder, 0o700);
  } catch (cause) {
    const what = `The folder ${cacheFolder} for recipes from GitHub cannot be used: ${messageOf(cause)}`;
    throw new ConfigError("unreadable", what, { hint: "Make it writable.", cause });
  }
  const result = await run(program, ["api", "--method", "GET", ...args], {
    // Not the project's folder: its git configuration is none of gh's business here.
    cwd: cacheFolder,
    env: ghEnvironment(env, cacheFolder),
    timeoutMs,
    mostBytes: mostListBytes,
    signal,
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw cannotStart(program, error);
  });
  if (result.exitCode === 0 && !result.stopped) return result.stdout;
  throw new ConfigError(
    "unreadable",
    `The recipes of ${repository} cannot be read: gh ${failureOf(result, timeoutMs)}.`,
    {
      // Source: gh help exit-codes: 4 when it needs to log in.
      hint:
        result.exitCode === 4
          ? "Log in with gh auth login."
          : "Check gh auth status, and that the repository exists.",
    },
  );
}

/** Whether a folder of the cache holds exactly these files: somebody may have changed them. */
async function isWhole(target: string, path: string, files: readonly TreeFile[]): Promise<boolean> {
  const entries = await readdir(target, { recursive: true, withFileTypes: true }).catch(() => []);
  const there = entries.filter((entry) => !entry.isDirectory()).length;
  if (there !== files.length) return false;
  const same = files.map(async (file) => {
    const bytes = await readFile(join(target, file.path.slice(path.length + 1))).catch(() => undefined);
    return bytes !== undefined && gitHash(bytes, file.sha) === file.sha;
  });
  return (await Promise.all(same)).every(Boolean);
}

/** Written whole or not at all. */
async function putWhole(path: string, bytes: Buffer): Promise<void> {
  makeFolders(dirname(path), 0o700);
  const draft = `${path}.${process.pid}-${crypto.randomUUID().slice(0, 8)}`;
  await writeFile(draft, bytes, { mode: 0o600 });
  await rename(draft, path);
}

/** Source: https://git-scm.com/book/en/v2/Git-Internals-Git-Objects */
function gitHash(bytes: Buffer, like: string): string {
  const hash = createHash(like.length === 40 ? "sha1" : "sha256");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

function tooLarge(what: string): ConfigError {
  return new ConfigError("unreadable", `${what} is too large for a recipe.`, {
    hint: `A recipe's folder has at most ${mostFiles} files and ${mostFolderBytes} bytes.`,
  });
}
