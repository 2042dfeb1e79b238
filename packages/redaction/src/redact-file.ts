import { randomUUID } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync, statSync, type Stats } from "node:fs";
import { open, realpath, rename, rm, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { flushHandle } from "@skein/platform/files";
import { SkeinError, type Redactor } from "@skein/protocol";

/** Small enough that its strings are cheap garbage. */
const pieceBytes = 64 * 1024;
/** Other work runs after this many pieces, some milliseconds. */
const piecesAtOnce = 16;
const attempts = 3;

/**
 * Redacts the secrets in a file of any size, reading it once. A file without secrets is only read; otherwise a new
 * file is written next to it, flushed and renamed over it, with the same mode. All other bytes stay unchanged, in
 * binary files too. Uses less than a megabyte of memory.
 *
 * Throws `SkeinError` when something else writes to the file meanwhile or replaces it, and file system errors as they are.
 *
 * @returns whether there was something to redact.
 */
export async function redactFile(path: string, redactor: Pick<Redactor, "stream">): Promise<boolean> {
  const target = await realpath(path);
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const done = await tryOnce(target, redactor);
    if (done !== "changed") return done === "rewritten";
  }
  throw new SkeinError("file-changed", `${path} changed while its secrets were being redacted.`, {
    hint: "Try again when no other program writes to it.",
  });
}

async function tryOnce(
  path: string,
  redactor: Pick<Redactor, "stream">,
): Promise<"clean" | "rewritten" | "changed"> {
  const source = openSync(path, "r");
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.skein-new`);
  let target: FileHandle | undefined;
  try {
    const before = fstatSync(source);
    const stream = redactor.stream();
    /** What was read and not returned yet, while nothing has differed; and where it begins. */
    let [held, at, count] = ["", 0, 0];
    for (const piece of piecesOf(source)) {
      const text = piece.toString("latin1");
      if (!target) held += text;
      await put(stream.push(text), false);
      if (++count % piecesAtOnce === 0) await setImmediate();
    }
    await put(stream.end(), true);
    if (!target) return "clean";

    async function put(clean: string, isLast: boolean): Promise<void> {
      if (!target) {
        // `startsWith` would compare character by character.
        if (isLast ? held === clean : held.slice(0, clean.length) === clean) {
          held = held.slice(clean.length);
          at += clean.length;
          return;
        }
        target = await open(beside, "wx", 0o600);
        for (const piece of piecesOf(source, at)) await target.appendFile(piece);
      }
      await target.appendFile(Buffer.from(clean, "latin1"));
    }

    await target.chmod(before.mode & 0o7777);
    await flushHandle(target);
    if (!isUnchanged(before, statSync(path))) return "changed";
    await rename(beside, path);
    return "rewritten";
  } finally {
    closeSync(source);
    if (target) {
      await target.close();
      await rm(beside, { force: true });
    }
  }
}

/** Programs often save a file by replacing it. The change time shows a write even when the modification date was set back. */
function isUnchanged(before: Stats, now: Stats): boolean {
  const isSameFile = now.dev === before.dev && now.ino === before.ino;
  return isSameFile && now.size === before.size && now.ctimeMs === before.ctimeMs;
}

/** One buffer for all of them; one character per byte, so that no byte is lost and no character is split. */
function* piecesOf(source: number, end = Infinity): Generator<Buffer> {
  const buffer = Buffer.allocUnsafe(pieceBytes);
  for (let position = 0; position < end;) {
    const bytes = readSync(source, buffer, 0, Math.min(pieceBytes, end - position), position);
    if (bytes === 0) return;
    position += bytes;
    yield buffer.subarray(0, bytes);
  }
}
