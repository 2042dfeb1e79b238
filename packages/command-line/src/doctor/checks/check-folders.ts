import { constants } from "node:fs";
import { access, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Machine } from "@skein/host";
import { isMissing } from "@skein/platform/files";
import { messageOf } from "@skein/protocol";
import { isTemporaryFile } from "@skein/settings";
import type { CheckFinding } from "./finding.ts";

const area = "folders";

/** Skein's own folders: whether they can be used, and what in them should not be so. */
export async function* checkFolders({
  directories: found,
}: Pick<Machine, "directories">): AsyncGenerator<CheckFinding> {
  for (const [name, folder] of Object.entries(found)) yield await folderFinding(name, folder);
  yield* await secretFindings(join(found.data, "secrets"));
  for (const folder of [found.config, join(found.data, "secrets"), join(found.data, "trust")]) {
    const left = (await readdir(folder).catch(() => [])).filter(isTemporaryFile);
    if (left.length === 0) continue;
    const text = `${left.length} files in ${folder} were left by a write that was cut off.`;
    yield { area, state: "note", text, fix: `They can be removed: ${left.join(" ")}` };
  }
}

async function folderFinding(name: string, folder: string): Promise<CheckFinding> {
  const about = `${name}: ${folder}`;
  try {
    const stats = await stat(folder).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (stats === undefined) {
      await access(await nearestThere(folder), constants.W_OK | constants.X_OK);
      return { area, state: "ok", text: `${about} (not there yet; made when it is needed)` };
    }
    if (!stats.isDirectory()) throw new Error("it is not a folder");
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    if (process.platform !== "win32" && (stats.mode & 0o077) !== 0) {
      const text = `${about} is open to other users (${(stats.mode & 0o777).toString(8)}).`;
      return { area, state: "problem", text, fix: `chmod 700 ${folder}` };
    }
    return { area, state: "ok", text: about };
  } catch (error) {
    return {
      area,
      state: "problem",
      text: `${about} cannot be used: ${messageOf(error)}`,
      fix: "Make it writable for you, or set SKEIN_HOME to a folder that is.",
    };
  }
}

async function nearestThere(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return folder;
  if (found) throw new Error(`${folder} is not a folder`);
  return dirname(folder) === folder ? folder : nearestThere(dirname(folder));
}

async function secretFindings(folder: string): Promise<readonly CheckFinding[]> {
  if (process.platform === "win32") return [];
  const names = await readdir(folder).catch(() => []);
  const open: string[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats && (stats.mode & 0o077) !== 0) open.push(path);
  }
  return open.map((path) => ({
    area,
    state: "problem" as const,
    text: `${path} holds a key and is open to other users.`,
    fix: `chmod 600 ${path}, and ask the provider for a new key.`,
  }));
}
