import { readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { writePrivateFile } from "@skein/platform/files";
import type { Entry, EntryKind } from "@skein/protocol";
import { upcast, type WrittenEntry } from "../upcasters.ts";
import type { WantedEntries } from "../wanted-entries.ts";
import type { JournalFile } from "./journal-file.ts";
import type { OpenFiles } from "./open-files.ts";
import { placesOf, rowAt, takeRows } from "./query-rows.ts";
import { isWhole, type EntryRow } from "../rows.ts";

const format = 1;
const fileName = "entries.cache";
/** Fewer entries are read from their rows in a few milliseconds. */
const leastEntries = 256;
/** The file is written again when the rows that it lacks are more than this share of its own. */
const mostNew = 0.25;
/** Of a journal: entries of a larger one would take longer to write than a program may take to end. */
const mostBytes = 32_000_000;

/** Which entries were wanted: of which kinds, from which `seq` on. */
type Asked = Pick<WantedEntries, "from"> & { readonly kinds: readonly EntryKind[] };

/** The first line of the file; the rest is a JSON array of entries as they were written. */
interface Head extends Asked {
  readonly format: typeof format;
  /** The `seq` up to which it has all entries that were asked for, and the checksum of that row. */
  readonly to: number;
  readonly row: number;
  /** Of the rest. */
  readonly crc: number;
}

/** Some of the entries that were wanted, in order, and the `seq` up to which they are all of them. */
interface Kept {
  readonly entries: readonly Entry[];
  readonly to: number;
}

/**
 * Entries that were read to resume a long session, as one text beside its journal: from rows, the same takes three times as long.
 *
 * A cache: entries are only ever appended, so it is right as long as the row that it ends with is still the same and nothing was
 * rewritten after it. A file that is missing, damaged, of another format or of other entries is not used, and made again.
 */
export interface KeptEntries {
  /** `undefined` when rows have to be read. */
  find(file: JournalFile, wanted: WantedEntries): Kept | undefined;
  /** Notes how many entries a reader took from rows, beside those it had from `find`. */
  wasRead(wanted: WantedEntries, fromRows: number, fromFile: number): void;
  /** Writes the files of sessions in which much was read from rows. Never throws: without it, resuming takes longer. */
  save(): void;
  /** Before a session is rewritten, whose old content the file has. */
  remove(file: JournalFile): void;
}

export function keptEntries(files: OpenFiles): KeptEntries {
  const asked = new Map<string, Asked>();

  function save(session: string, of: Asked): void {
    files.withReadable(session, (file) => {
      if (file.hasChecksums && statSync(file.path).size <= mostBytes) write(file, of);
    });
  }

  return {
    find(file, wanted) {
      const found = file.hasChecksums ? readHead(file) : undefined;
      if (!found || !covers(found.head, wanted) || !isStillRight(file, found.head)) return undefined;
      const all = entriesIn(found);
      return all && { entries: wantedOf(all, wanted), to: found.head.to };
    },
    wasRead({ session, from, kinds }, fromRows, fromFile) {
      if (kinds && fromRows >= Math.max(leastEntries, fromFile * mostNew))
        asked.set(session, { from, kinds });
    },
    save() {
      for (const [session, of] of asked) {
        try {
          save(session, of);
        } catch {
          continue;
        }
      }
      asked.clear();
    },
    remove: (file) => rmSync(pathOf(file), { force: true }),
  };
}

/** Whether the entries that are wanted are worth a look at the file. */
export function mayBeKept({ from, kinds }: WantedEntries, end: number): boolean {
  return kinds !== undefined && end - from >= leastEntries;
}

function pathOf(file: JournalFile): string {
  return join(dirname(file.path), fileName);
}

interface Found {
  readonly head: Head;
  readonly rest: Buffer;
}

function readHead(file: JournalFile): Found | undefined {
  try {
    const bytes = readFileSync(pathOf(file));
    const end = bytes.indexOf("\n");
    const head = JSON.parse(bytes.toString("utf8", 0, end)) as Head;
    return head.format === format ? { head, rest: bytes.subarray(end + 1) } : undefined;
  } catch {
    return undefined;
  }
}

function covers(head: Head, { from, kinds }: WantedEntries): boolean {
  const has = new Set(head.kinds);
  return head.from <= from && head.to - from >= leastEntries && kinds!.every((kind) => has.has(kind));
}

function isStillRight(file: JournalFile, { to, row }: Head): boolean {
  try {
    return rowAt(file, to)?.crc === row && (placesOf(file, "scrub").at(-1) ?? 0) <= to;
  } catch {
    return false; // damaged: reading the rows says where
  }
}

function entriesIn({ head, rest }: Found): readonly WrittenEntry[] | undefined {
  return crc32(rest) === head.crc ? (JSON.parse(rest.toString()) as WrittenEntry[]) : undefined;
}

function wantedOf(all: readonly WrittenEntry[], { from, kinds, upcasters }: WantedEntries): readonly Entry[] {
  const isWanted = new Set<string>(kinds);
  return all
    .filter(({ seq, kind }) => seq >= from && isWanted.has(kind))
    .map((entry) => upcast(entry, upcasters) as unknown as Entry);
}

function write(file: JournalFile, { from, kinds }: Asked): void {
  const isWanted = new Set<string>(kinds);
  const texts: string[] = [];
  let to = from - 1;
  for (;;) {
    const rows = takeRows(file, to + 1, Number.MAX_SAFE_INTEGER, kinds);
    if (rows.length === 0) break;
    for (const row of rows) {
      if (row.seq !== ++to || (isWanted.has(row.kind) && !isWhole(row))) return; // damaged
      if (!isWanted.has(row.kind)) continue;
      texts.push(entryText(row));
    }
  }
  const row = rowAt(file, to)?.crc;
  if (row === undefined) return;
  const rest = Buffer.from(`[${texts.join()}]`);
  const head: Head = { format, from, kinds, to, row, crc: crc32(rest) };
  const path = pathOf(file);
  const fresh = `${path}.${process.pid}.new`;
  try {
    writePrivateFile(fresh, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), rest]), false);
    renameSync(fresh, path);
    if (!isStillRight(file, head)) rmSync(path, { force: true }); // rewritten meanwhile
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** The JSON of an entry, from its row: the body is JSON of an object. */
function entryText({ seq, kind, at, run, v, body }: EntryRow): string {
  const head = JSON.stringify({ v, seq, at, run, kind });
  return body === "{}" ? head : `${head.slice(0, -1)},${body.slice(1)}`;
}
