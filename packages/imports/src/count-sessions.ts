import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Program } from "./programs.ts";
import { loadSqlite } from "./later.ts";

/** How many sessions of a program there are; none where they cannot be counted. */
export async function countSessions({ sessions }: Program, data: string): Promise<number> {
  const { below, depth, ending } = sessions;
  return (
    (await inFiles(join(data, below), depth, ending)) + (await inDatabase(join(data, below, "sessions.db")))
  );
}

async function inFiles(folder: string, depth: number, ending: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let count = 0;
  for (const entry of entries) {
    if (entry.isFile() && depth === 0 && entry.name.endsWith(ending)) count++;
    else if (entry.isDirectory() && depth > 0)
      count += await inFiles(join(folder, entry.name), depth - 1, ending);
  }
  return count;
}

/** Goose's newer releases keep theirs in one database. */
async function inDatabase(file: string): Promise<number> {
  if (!existsSync(file)) return 0;
  const { DatabaseSync } = await loadSqlite();
  try {
    using database = new DatabaseSync(file, { readOnly: true, timeout: 1000 });
    const row = database.prepare("SELECT count(*) AS count FROM sessions").get();
    return typeof row?.["count"] === "number" ? row["count"] : 0;
  } catch {
    return 0;
  }
}
