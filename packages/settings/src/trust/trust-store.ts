import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { realpath, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ConfigError, type JsonObject } from "@skein/protocol";
import { folderIdentity, isSameFolder, readIdentity, type FolderIdentity } from "./folder-identity.ts";
import { ensurePrivateFolder } from "../private-folder.ts";
import { mainFolderOf } from "../project-folders.ts";
import { hashProject, type HashedContent } from "./trust-hash.ts";
import { readTrustRecord, trustRecordsIn, writeTrustRecord } from "./trust-records.ts";

/**
 * `trusted`: it is the folder that the user trusted, and its `.skein` is unchanged, byte for byte. `changed`:
 * `.skein` has changed. `replaced`: another folder may be at its path. `untrusted`: it was never trusted. `nothing`:
 * it has no `.skein` folder.
 */
export type TrustState = "trusted" | "changed" | "replaced" | "untrusted" | "nothing";

export interface TrustedProject {
  /** Absolute, with links resolved. */
  readonly path: string;
  /** SHA-256, hex. */
  readonly hash: string;
  /** Absent in records of earlier versions: the folder's identity is unknown. */
  readonly folder?: FolderIdentity;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * The projects that the user trusts: identified by real path, folder identity, and the content of their `.skein`
 * folder.
 */
export interface TrustStore {
  /** What cannot be determined is not trusted. */
  check(project: string): Promise<TrustState>;
  /** Throws `ConfigError` when there is nothing to trust, or something that cannot be trusted. */
  add(project: string): Promise<TrustedProject & Pick<HashedContent, "files">>;
  /** @returns whether it was trusted. */
  remove(project: string): Promise<boolean>;
  list(): Promise<readonly (TrustedProject & { readonly state: TrustState })[]>;
}

/** One file per project in the `trust` folder of the data folder. */
export function trustStore(dataFolder: string): TrustStore {
  const folder = join(dataFolder, "trust");
  const fileOf = (path: string): string =>
    join(folder, `${createHash("sha256").update(path).digest("hex")}.json`);

  async function check(project: string): Promise<TrustState> {
    if (!existsSync(join(project, ".skein"))) return "nothing";
    const path = await realPath(project);
    const record = await readTrustRecord(fileOf(path), recordOf);
    if (!record || record.path !== path) return checkMain(path);
    const now = await folderIdentity(path);
    if (!record.folder || !now || !isSameFolder(record.folder, now)) return "replaced";
    const content = await hashProject(path).catch(() => undefined);
    return content?.hash === record.hash ? "trusted" : "changed";
  }

  /** A worktree of a session is trusted as its repository's folder is, while both have the same `.skein`. */
  async function checkMain(path: string): Promise<TrustState> {
    const main = mainFolderOf(path);
    if (main === path || (await check(main)) !== "trusted") return "untrusted";
    const contents = [hashProject(main), hashProject(path)].map((content) => content.catch(() => undefined));
    const [own, its] = await Promise.all(contents);
    return own !== undefined && own.hash === its?.hash ? "trusted" : "changed";
  }

  return {
    check,
    async add(project) {
      const path = await realPath(project);
      const content = await hashProject(path);
      if (!content) {
        throw new ConfigError("usage", `${path} has no .skein folder, so there is nothing to trust.`, {
          hint: "Name the folder that holds the .skein folder.",
        });
      }
      const identity = await folderIdentity(path);
      const record: TrustedProject = {
        path,
        hash: content.hash,
        ...(identity ? { folder: identity } : {}),
        at: Date.now(),
      };
      await ensurePrivateFolder(folder);
      await writeTrustRecord(fileOf(path), record);
      return { ...record, files: content.files };
    },
    async remove(project) {
      const file = fileOf(await realPath(project));
      const found = await readTrustRecord(file, recordOf);
      await rm(file, { force: true });
      return found !== undefined;
    },
    async list() {
      const found = await trustRecordsIn(folder, recordOf);
      const lines = found.map(async (record) => ({ ...record, state: await check(record.path) }));
      return Promise.all(lines);
    },
  };
}

/** A deleted folder keeps its record, so that it can still be removed. */
async function realPath(path: string): Promise<string> {
  const absolute = resolve(path);
  return realpath(absolute).catch(() => absolute);
}

function recordOf({ path, hash, folder, at }: JsonObject): TrustedProject | undefined {
  if (typeof path !== "string" || typeof hash !== "string" || typeof at !== "number") return undefined;
  const identity = readIdentity(folder);
  return { path, hash, ...(identity ? { folder: identity } : {}), at };
}
