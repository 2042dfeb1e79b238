import { appendFile, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import type { ServerLogLine } from "@skein/extensions";
import type { Redactor } from "@skein/protocol";

/** Bytes of one file; the one before it is kept too. */
const mostBytes = 262_144;
/** Lines that wait to be written; what comes while there are so many is dropped, and that is written. */
const mostWaiting = 200;

/** What servers write for people, in a file for each below the state folder. */
export interface ServerLogs {
  of(extension: string): (line: ServerLogLine) => void;
  /** Writes what was said until now and later, without secrets. Nothing is written before. */
  begin(redactor: Pick<Redactor, "redact">): void;
  /** Resolves when all is written. Never rejects. */
  written(): Promise<void>;
}

export function serverLogs(stateFolder: string, now: () => Date = () => new Date()): ServerLogs {
  const folder = join(stateFolder, "extension-logs");
  const waiting = new Map<string, string[]>();
  const dropped = new Map<string, number>();
  let redact: ((text: string) => string) | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || !redact) return;
    isScheduled = true;
    // A log that cannot be written is no reason to stop.
    writing = writing.then(() => writeAll()).catch(() => undefined);
  }

  async function writeAll(): Promise<void> {
    makeFolders(folder, 0o700);
    isScheduled = false;
    for (const [extension, lines] of waiting) {
      waiting.delete(extension);
      const more = dropped.get(extension) ?? 0;
      dropped.delete(extension);
      const all = more === 0 ? lines : [...lines, `${now().toISOString()} … ${more} lines are left out`];
      await append(logFile(folder, extension), all.map((line) => redact?.(line) ?? "").join("\n") + "\n");
    }
  }

  return {
    of: (extension) => (line) => {
      const lines = waiting.get(extension) ?? [];
      waiting.set(extension, lines);
      if (lines.length >= mostWaiting) dropped.set(extension, (dropped.get(extension) ?? 0) + 1);
      else lines.push(`${now().toISOString()} ${line.level} ${line.text}`);
      schedule();
    },
    begin(redactor) {
      redact = (text) => redactor.redact(text);
      if (waiting.size > 0) schedule();
    },
    written: () => writing,
  };
}

/** The last lines that a server has written for people, the newest last; none without a log. */
export async function readServerLog(
  stateFolder: string,
  extension: string,
  mostLines: number,
): Promise<readonly string[]> {
  const file = logFile(join(stateFolder, "extension-logs"), extension);
  const texts = await Promise.all([`${file}.1`, file].map((path) => readFile(path, "utf8").catch(() => "")));
  return texts
    .join("")
    .split("\n")
    .filter((line) => line !== "")
    .slice(-mostLines);
}

function logFile(folder: string, extension: string): string {
  return join(folder, `${extension.replaceAll(/[^A-Za-z0-9_.-]/g, "_")}.log`);
}

async function append(file: string, text: string): Promise<void> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size > mostBytes) await rename(file, `${file}.1`);
  await appendFile(file, text, { mode: 0o600 });
}
