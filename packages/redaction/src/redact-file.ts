import { randomUUID } from "node:crypto";
import { open, realpath, rename, rm, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { SkeinError, type Redactor } from "@skein/protocol";

const pieceBytes = 1024 * 1024;
const attempts = 3;

/**
 * Redacts the secrets in a file of any size. A file without secrets is only read; otherwise a new file is written
 * next to it, flushed and renamed over it, with the same mode. All other bytes stay unchanged, in binary files too.
 * Uses a few megabytes of memory.
 *
 * Throws `SkeinError` when something else writes to the file meanwhile, and file system errors as they are.
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
  await using source = await open(path, "r");
  const before = await source.stat();
  if (await isClean(source, redactor)) return "clean";
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.skein-new`);
  try {
    {
      await using target = await open(beside, "wx", 0o600);
      for await (const piece of hiddenPieces(source, redactor)) {
        await target.appendFile(Buffer.from(piece, "latin1"));
      }
      await target.chmod(before.mode & 0o7777);
      await target.sync();
    }
    const after = await source.stat();
    if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) return "changed";
    await rename(beside, path);
    return "rewritten";
  } finally {
    await rm(beside, { force: true });
  }
}

async function isClean(source: FileHandle, redactor: Pick<Redactor, "stream">): Promise<boolean> {
  const stream = redactor.stream();
  let ahead = "";
  for await (const piece of pieces(source)) {
    ahead += piece;
    const out = stream.push(piece);
    if (!ahead.startsWith(out)) return false;
    ahead = ahead.slice(out.length);
  }
  return stream.end() === ahead;
}

async function* hiddenPieces(source: FileHandle, redactor: Pick<Redactor, "stream">): AsyncGenerator<string> {
  const stream = redactor.stream();
  for await (const piece of pieces(source)) yield stream.push(piece);
  yield stream.end();
}

/** One character per byte, so that no byte is lost and no character is split. */
async function* pieces(source: FileHandle): AsyncGenerator<string> {
  const buffer = Buffer.alloc(pieceBytes);
  for (let position = 0; ;) {
    const { bytesRead } = await source.read(buffer, 0, pieceBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.toString("latin1", 0, bytesRead);
  }
}
