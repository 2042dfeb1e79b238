import { readdir } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { collectSecrets, isCredentialFile, type GrowingRedactor } from "@skein/redaction";
import { mapStrings, type JsonValue } from "@skein/protocol";

export interface CredentialFinderOptions {
  readonly redactor: GrowingRedactor;
  readonly cwd: string;
  /** The home folder, for `~`. */
  readonly home: string | undefined;
}

/** The most folders to search. */
const maxFolders = 1_000;
const maxDepth = 8;
/** Generated folders, which contain no credentials. */
const skipped = new Set([
  "node_modules",
  ".git",
  ".hg",
  ".svn",
  ".venv",
  "venv",
  "__pycache__",
  "target",
  ".tox",
]);

/** Characters of a text that are searched for file names. */
const longestText = 100_000;

/**
 * Adds the contents of credential files to the redactor before a call can read them: files named in its input
 * and, before the first call, all below the working folder. When a call names a new file, the folder is
 * searched again.
 *
 * Never rejects: a call cannot read unreadable files either.
 */
export function credentialFinder({ redactor, cwd, home }: CredentialFinderOptions) {
  const known = new Set<string>();
  let searched = false;

  async function learn(files: readonly string[]): Promise<void> {
    for (const secret of await collectSecrets({ files })) redactor.add(secret);
  }

  async function find(input: JsonValue): Promise<void> {
    const named = filesNamedIn(input).map((name) => absolute(name, cwd, home));
    if (!searched || named.some((path) => !known.has(path))) {
      searched = true;
      for (const path of [...(await credentialFilesBelow(cwd)), ...named]) known.add(path);
      await learn([...known]);
    } else {
      await learn(named);
    }
  }

  let last = Promise.resolve();
  // Sequential, so that no call runs before an earlier search has finished.
  return (input: JsonValue): Promise<void> => (last = last.then(() => find(input)));
}

/** Strings in a call's input that look like paths of credential files. */
function filesNamedIn(input: JsonValue): readonly string[] {
  const found = new Set<string>();
  mapStrings(input, (text) => {
    for (const [word] of text.slice(0, longestText).matchAll(/[^\s"'`=;|&<>(){}$,]+/g)) {
      if (isCredentialFile(word)) found.add(word);
    }
    return text;
  });
  return [...found];
}

function absolute(path: string, cwd: string, home: string | undefined): string {
  if (path.startsWith("~/") && home !== undefined) return join(home, path.slice(2));
  return isAbsolute(path) ? path : resolve(cwd, path);
}

/** Breadth-first. Links are not followed. */
async function credentialFilesBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  let level = [folder];
  let left = maxFolders;
  for (let depth = 0; depth <= maxDepth && level.length > 0 && left > 0; depth++) {
    const looked = level.slice(0, left);
    left -= looked.length;
    const entries = await Promise.all(
      looked.map(async (path) => {
        const inside = await readdir(path, { withFileTypes: true }).catch(() => []);
        return inside.map((entry) => ({ entry, path: join(path, entry.name) }));
      }),
    );
    level = [];
    for (const { entry, path } of entries.flat()) {
      if (entry.isDirectory() && !skipped.has(entry.name)) level.push(path);
      else if (entry.isFile() && isCredentialFile(path)) found.push(path);
    }
  }
  return found;
}
