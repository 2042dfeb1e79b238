import { createHash } from "node:crypto";
import type { Repository } from "./git-folder.ts";
import { startGit, type GitProcess } from "./run-git.ts";

interface GitObject {
  readonly type: string;
  readonly content: Buffer;
}

export interface ObjectReader {
  /** In the same order; `undefined` for one that is missing, or whose content is not what its id says. */
  read(ids: readonly string[]): Promise<readonly (GitObject | undefined)[]>;
  close(): void;
}

/** Larger objects than this are of no use here: commits, tags and folders are small. Bytes. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Reads objects of a repository that commands can write to. Git itself believes the files it finds: one that was put in the
 * place of another would be followed. So every id is computed again from what was read.
 */
export function openObjects(repository: Repository): ObjectReader {
  let child: GitProcess | undefined;
  let buffered = Buffer.alloc(0);
  let failed = false;
  let wake = () => {};
  const fail = () => {
    failed = true;
    wake();
  };
  // What was read before needs no process.
  const start = () => {
    child = startGit(repository, ["cat-file", "--batch"]);
    if (child === undefined) return fail();
    child.stdout.on("data", (chunk: Buffer) => {
      buffered = Buffer.concat([buffered, chunk]);
      wake();
    });
    child.stdin.on("error", fail);
    child.once("error", fail).once("close", fail);
  };
  const until = async (isThere: () => boolean): Promise<boolean> => {
    while (!isThere()) {
      if (failed) return false;
      await new Promise<void>((resolve) => (wake = resolve));
    }
    return true;
  };
  const take = (bytes: number): Buffer => {
    const taken = buffered.subarray(0, bytes);
    buffered = buffered.subarray(bytes);
    return taken;
  };
  async function readNext(wanted: string): Promise<GitObject | undefined> {
    if (!(await until(() => buffered.includes(10)))) return undefined;
    const header = take(buffered.indexOf(10) + 1)
      .toString("latin1")
      .trim();
    const [, found, type = "", size] = /^([0-9a-f]+) (\w+) (\d+)$/.exec(header) ?? [];
    if (found === undefined) return undefined;
    const length = Number(size);
    if (length > mostBytes) fail();
    if (!(await until(() => buffered.length > length))) return undefined;
    const content = Buffer.from(take(length + 1).subarray(0, length));
    return objectId(type, content, wanted.length) === wanted ? { type, content } : undefined;
  }
  let queue: Promise<unknown> = Promise.resolve();
  return {
    read(ids) {
      const reading = queue.then(async () => {
        if (ids.length === 0) return [];
        if (child === undefined && !failed) start();
        child?.stdin.write(`${ids.join("\n")}\n`);
        const objects: (GitObject | undefined)[] = [];
        for (const id of ids) objects.push(await readNext(id));
        return objects;
      });
      queue = reading;
      return reading;
    },
    close: () => void child?.kill("SIGKILL"),
  };
}

/** The id that Git gives to a content. @param letters - of an id of the repository: 40 for SHA-1, 64 for SHA-256. */
export function objectId(type: string, content: Buffer, letters: number): string {
  const hash = createHash(letters === 64 ? "sha256" : "sha1");
  return hash.update(`${type} ${content.length}\0`).update(content).digest("hex");
}

export interface TreeEntry {
  readonly mode: string;
  readonly id: string;
}

/** What a folder of the history has, by name. */
export function readTree(content: Buffer, letters: number): ReadonlyMap<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>();
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(32, at);
    const end = content.indexOf(0, space);
    if (space < 0 || end < 0) break;
    const idEnd = end + 1 + letters / 2;
    const mode = content.toString("latin1", at, space);
    entries.set(content.toString("utf8", space + 1, end), {
      mode,
      id: content.toString("hex", end + 1, idEnd),
    });
    at = idEnd;
  }
  return entries;
}

/** What a commit or a tag names in its header. */
export function namedIn(content: Buffer, name: "tree" | "parent" | "object"): readonly string[] {
  const end = content.indexOf("\n\n");
  const header = content.toString("latin1", 0, end < 0 ? content.length : end);
  return [...header.matchAll(new RegExp(`^${name} ([0-9a-f]+)$`, "gm"))].map(([, id = ""]) => id);
}
