import {
  chmodSync,
  closeSync,
  constants,
  openSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, relative } from "node:path";
import { contentOf, type Entry } from "./entries.ts";

/**
 * Runs something with a path that leads to `path` whatever is put in the place of the folders above it meanwhile: a command
 * that still runs beside could replace one by a link. Links below `root` are not followed.
 *
 * @param root - a folder above `path` that commands cannot replace.
 */
function withHeldPath<Result>(root: string, path: string, use: (held: string) => Result): Result {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY;
  const way = relative(root, dirname(path));
  const opened = [openSync(root, flags)];
  try {
    for (const name of way === "" ? [] : way.split("/"))
      opened.push(openSync(`/proc/self/fd/${opened.at(-1)}/${name}`, flags | constants.O_NOFOLLOW));
    return use(`/proc/self/fd/${opened.at(-1)}/${basename(path)}`);
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/** Moves a file or link to another folder, also on another disk. Throws when it cannot. */
export function moveHeld(root: string, path: string, kind: Entry["kind"], to: string): void {
  withHeldPath(root, path, (held) => {
    try {
      renameSync(held, to);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
      if (kind === "link") symlinkSync(readlinkSync(held), to);
      else writeFileSync(to, contentOf(held), { flag: "wx", mode: 0o600 });
      unlinkSync(held);
    }
  });
}

/** Replaces a file as a whole. Throws when it cannot. */
export function writeHeld(root: string, path: string, content: string | Buffer, mode = 0o644): void {
  withHeldPath(root, path, (held) => {
    const next = `${held}.skein-${crypto.randomUUID()}`;
    writeFileSync(next, content, { flag: "wx" });
    chmodSync(next, mode);
    renameSync(next, held);
  });
}
