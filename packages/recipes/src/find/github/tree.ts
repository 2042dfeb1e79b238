import { ConfigError, isJsonObject, type JsonObject } from "@skein/protocol";

/** A file of a repository. */
export interface TreeFile {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  /** Git's hash of its content. */
  readonly sha: string;
  /** Bytes. */
  readonly size: number;
}

export interface Tree {
  readonly files: readonly TreeFile[];
  /** Git's hashes of the folders, by path. */
  readonly folders: ReadonlyMap<string, string>;
}

/**
 * Reads GitHub's answer to `git/trees`. Links, modules of other repositories and names that would lead elsewhere are
 * left out: what is written is plain files.
 *
 * Throws `ConfigError` for what is no such answer, and for a repository too large to be listed.
 *
 * Source: https://docs.github.com/en/rest/git/trees
 */
export function readTree(answer: string, repository: string): Tree {
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    value = undefined;
  }
  const entries = isJsonObject(value) ? value["tree"] : undefined;
  if (!isJsonObject(value) || !Array.isArray(entries))
    throw wrong(repository, "GitHub's answer is not a list of files");
  if (value["truncated"] === true) throw wrong(repository, "it has too many files to be listed");
  const all = entries.filter(isJsonObject);
  const files = all.flatMap((entry): TreeFile[] => {
    const named = namedEntry(entry);
    const isFile = entry["type"] === "blob" && ["100644", "100755"].some((mode) => mode === entry["mode"]);
    return named && isFile && typeof entry["size"] === "number" ? [{ ...named, size: entry["size"] }] : [];
  });
  const folders = all.flatMap((entry): [string, string][] => {
    const named = namedEntry(entry);
    return named && entry["type"] === "tree" ? [[named.path, named.sha]] : [];
  });
  return { files, folders: new Map(folders) };
}

function namedEntry({ path, sha }: JsonObject): { readonly path: string; readonly sha: string } | undefined {
  if (typeof path !== "string" || typeof sha !== "string") return undefined;
  return isPlainPath(path) && /^[0-9a-f]{40,64}$/.test(sha) ? { path, sha } : undefined;
}

function isPlainPath(path: string): boolean {
  const steps = path.split("/");
  return steps.every(
    (step) => step !== "" && step !== "." && step !== ".." && !/[\\:\p{C}]|^\.git$/iu.test(step),
  );
}

function wrong(repository: string, why: string): ConfigError {
  return new ConfigError("unreadable", `The recipes of ${repository} cannot be read: ${why}.`, {
    hint: `See whether gh api repos/${repository}/git/trees/HEAD works.`,
  });
}
