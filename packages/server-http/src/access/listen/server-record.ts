import { readFile, rm } from "node:fs/promises";
import { AccessError } from "../access-error.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

/** How clients of the same user find a server: a file for its owner alone. */
export interface ServerRecord {
  readonly version: 1;
  readonly pid: number;
  /** `http://127.0.0.1:4400`; for a Unix socket `http://localhost`. */
  readonly url: string;
  /** Path of the Unix socket. */
  readonly socket?: string;
  /** Of the role `admin`. */
  readonly token: string;
}

/** It appears whole, or not at all. @param path - in a folder that only its owner can write. */
export function writeServerRecord(path: string, record: ServerRecord): Promise<void> {
  return writePrivateFile(path, `${JSON.stringify(record)}\n`);
}

/**
 * The record of a server whose process is alive. Rejects with `AccessError` when others could have read or written it, or
 * when it is no record.
 */
export async function readServerRecord(path: string): Promise<ServerRecord | undefined> {
  const text = await readPrivateFile(path);
  if (text === undefined) return undefined;
  const record = recordOf(text);
  if (!record) throw new AccessError("not-a-record", `${path} is not the record of a server. Remove it.`);
  return isAlive(record.pid) ? record : undefined;
}

/** Unless another server has written it since. */
export async function removeServerRecord(path: string, token: string): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text !== undefined && recordOf(text)?.token === token) await rm(path, { force: true });
}

function recordOf(text: string): ServerRecord | undefined {
  try {
    const value = JSON.parse(text) as Partial<ServerRecord>;
    const { version, pid, url, token, socket } = value;
    const isRecord =
      version === 1 && Number.isSafeInteger(pid) && typeof url === "string" && typeof token === "string";
    return isRecord && (socket === undefined || typeof socket === "string")
      ? (value as ServerRecord)
      : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
