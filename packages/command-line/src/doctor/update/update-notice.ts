import { spawn } from "node:child_process";
import { open, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Machine } from "@skein/host";
import { inheritedVariables } from "@skein/platform/variables";
import { installationOf } from "./installation.ts";
import { isNewer, newestArguments, versionIn } from "./newest-version.ts";

const dayMs = 86_400_000;

export interface NoticeParts {
  /** The file that runs. */
  readonly program: string;
  readonly version: string;
  readonly now: Date;
}

/**
 * The newest version, if it is newer than this one and nothing was told for a day. What npm says is asked for behind, at most
 * once a day, and counts from the next time on. Never rejects, and waits for no program.
 */
export async function newVersionToTell(
  { env, directories: { state } }: Pick<Machine, "env" | "directories">,
  { program, version, now }: NoticeParts,
): Promise<string | undefined> {
  try {
    if ((await installationOf(program)).by === "unknown") return undefined;
    const [answer, told] = [join(state, "newest-version.json"), join(state, "newest-version-told")];
    const newest = versionIn(await readFile(answer, "utf8").catch(() => ""));
    if (await isOld(answer, now)) await askNpm(answer, env);
    if (newest === undefined || !isNewer(newest, version) || !(await isOld(told, now))) return undefined;
    await writeFile(told, "", { mode: 0o600 });
    await utimes(told, now, now);
    return newest;
  } catch {
    return undefined; // a folder that cannot be written
  }
}

async function isOld(file: string, now: Date): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return !stats || Math.abs(now.getTime() - stats.mtimeMs) >= dayMs;
}

/** Its answer goes to the file; nothing waits for it. */
async function askNpm(file: string, env: NodeJS.ProcessEnv): Promise<void> {
  await using output = await open(file, "w", 0o600);
  const child = spawn("npm", newestArguments, {
    env: inheritedVariables("user", env),
    detached: true,
    stdio: ["ignore", output.fd, "ignore"],
  });
  child.on("error", () => undefined); // there is no npm
  child.unref();
}
