import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder, writePrivateFile, isMissing } from "@skein/platform/files";
import type { ProcessIdentity } from "@skein/platform/process";
import { isGone } from "../lease-end.ts";
import { heldLease, lockedBy, type HeldLease, type LeaseRequest } from "../lease.ts";

const namePattern = /^lease\.(\d+)\.json$/;
const nameOf = (number: number): string => `lease.${number}.json`;

/**
 * Leases are numbered files, each one higher than the last; the highest counts, and an empty file is a released
 * lease. A number is taken by creating a hard link, which only one of several processes can do. A process with
 * outdated information may take a number that was already used up; it then sees a higher one and tries again.
 *
 * @returns the lease's number. Throws `locked` when another process holds the lease.
 */
export function takeLease(folder: string, request: LeaseRequest): number {
  makePrivateFolder(folder);
  const fresh = join(folder, `lease.${request.token}.new`);
  writePrivateFile(fresh, JSON.stringify(heldLease(request, Date.now())), false);
  try {
    for (;;) {
      const number = tryLease(folder, fresh, request);
      if (number !== undefined) return number;
    }
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** @returns `undefined` when another process was faster. */
function tryLease(folder: string, fresh: string, { session, holder }: LeaseRequest): number | undefined {
  const highest = Math.max(0, ...numbersIn(folder));
  const held = readLease(folder, highest);
  if (held && !isGone(held, holder, Date.now())) throw lockedBy(session, held, holder);
  const mine = highest + 1;
  try {
    linkSync(fresh, join(folder, nameOf(mine)));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return undefined;
    throw error;
  }
  const numbers = numbersIn(folder);
  const isLast = Math.max(...numbers) === mine;
  for (const number of isLast ? numbers.filter((one) => one < mine) : [mine]) {
    rmSync(join(folder, nameOf(number)), { force: true });
  }
  return isLast ? mine : undefined;
}

/** Throws `locked` when another process has taken it since. */
export function renewLease(folder: string, number: number, request: LeaseRequest): void {
  const mine = readLease(folder, number);
  if (mine?.token !== request.token) throw lockedBy(request.session, currentLease(folder), request.holder);
  const fresh = join(folder, `lease.${request.token}.new`);
  const renewed = { ...heldLease(request, Date.now()), since: mine.since };
  writePrivateFile(fresh, JSON.stringify(renewed), false);
  const path = join(folder, nameOf(number));
  renameSync(fresh, path);
  if (Math.max(...numbersIn(folder)) === number) return;
  rmSync(path, { force: true }); // it was taken in this very moment
  throw lockedBy(request.session, currentLease(folder), request.holder);
}

export function dropLease(folder: string, number: number, token: string): void {
  if (readLease(folder, number)?.token !== token) return;
  try {
    truncateSync(join(folder, nameOf(number)));
  } catch (error) {
    if (!isMissing(error)) throw error; // taken in this very moment
  }
}

/** Whether no later lease was taken. */
export function isMine(folder: string, number: number): boolean {
  return existsSync(join(folder, nameOf(number)));
}

export function currentLease(folder: string): HeldLease | undefined {
  return readLease(folder, Math.max(0, ...numbersIn(folder)));
}

export function isLeased(folder: string, self: ProcessIdentity): boolean {
  const held = currentLease(folder);
  return held !== undefined && !isGone(held, self, Date.now());
}

/** @returns `undefined` for a released lease, or one left empty by a crash of the machine. */
function readLease(folder: string, number: number): HeldLease | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, nameOf(number)), "utf8")) as HeldLease;
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return undefined;
    throw error;
  }
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder).flatMap((name) => Number(namePattern.exec(name)?.[1] ?? []));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
