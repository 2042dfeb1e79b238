import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError, isJsonObject, messageOf, type JsonObject } from "@skein/protocol";
import { writeWhole } from "../atomic-write.ts";

// One file per record, so that two processes lose nothing.

/** @param read - parses the fields of a record. Anything else grants no trust. */
export async function readTrustRecord<Record>(
  file: string,
  read: (fields: JsonObject) => Record | undefined,
): Promise<Record | undefined> {
  try {
    const fields: unknown = JSON.parse(await readFile(file, "utf8"));
    return isJsonObject(fields) ? read(fields) : undefined;
  } catch {
    return undefined;
  }
}

/** By path. */
export async function trustRecordsIn<Record extends { readonly path: string }>(
  folder: string,
  read: (fields: JsonObject) => Record | undefined,
): Promise<readonly Record[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".json"));
  const records = await Promise.all(files.map((name) => readTrustRecord(join(folder, name), read)));
  return records
    .filter((record) => record !== undefined)
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Throws `ConfigError` when it cannot be written. */
export async function writeTrustRecord(file: string, record: object): Promise<void> {
  try {
    await writeWhole(file, `${JSON.stringify(record)}\n`, { isPrivate: true });
  } catch (cause) {
    throw new ConfigError("unreadable", `${file} cannot be written: ${messageOf(cause)}.`, {
      cause,
      hint: "Make its folder writable, or set SKEIN_HOME to a folder that you own.",
    });
  }
}
