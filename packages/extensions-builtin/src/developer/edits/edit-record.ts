import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "@skein/platform/folders";

/** What an edit is about to do (write-ahead), so that a later process can tell whether it was done. */
export interface EditRecord {
  /** Hash of the file before. */
  readonly before: string;
  /** Hash of the file after. */
  readonly after: string;
  /** The result for the model once it is done. */
  readonly text: string;
}

/** In a call's folder: what an edit is about to do. */
export const recordFile = "edit.json";

export async function keepRecord(folder: string, record: EditRecord): Promise<void> {
  makeFolders(folder, 0o700);
  await writeFile(join(folder, recordFile), JSON.stringify(record), { mode: 0o600 });
}

/** `undefined` when it is missing or unreadable. */
export async function keptRecord(folder: string): Promise<EditRecord | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, recordFile), "utf8")) as EditRecord;
  } catch {
    return undefined;
  }
}
