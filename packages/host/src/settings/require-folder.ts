import { stat } from "node:fs/promises";
import { ConfigError } from "@skein/protocol";

/** Rejects with `ConfigError` where nothing new can begin, because the folder is not there. */
export async function requireFolder(folder: string): Promise<void> {
  const stats = await stat(folder).catch(() => undefined);
  if (stats?.isDirectory()) return;
  throw new ConfigError("unreadable", `${folder} is not a folder.`, { hint: "Name a folder that exists." });
}
