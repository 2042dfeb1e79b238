import { randomUUID } from "node:crypto";
import { currentProcess, type ProcessIdentity } from "@skein/platform/process";
import type { LeaseRequest } from "../lease.ts";
import type { SessionFiles } from "./session-files.ts";

/** The leases that a store takes for this process. */
export interface StoreLeases {
  holder(): ProcessIdentity;
  request(session: string, owner: string, ttlMs: number): LeaseRequest;
  /** Takes a lease, after releasing those of the session that could not be released before. */
  take(request: LeaseRequest): void;
  /** A lease that cannot be released, on a full disk for example, is released before the next one is taken here. */
  release(request: LeaseRequest): void;
}

export function createStoreLeases(files: Pick<SessionFiles, "takeLease" | "dropLease">): StoreLeases {
  let self: ProcessIdentity | undefined;
  const unreleased = new Set<LeaseRequest>();

  const holder = (): ProcessIdentity => (self ??= currentProcess());

  function release(request: LeaseRequest): void {
    unreleased.add(request);
    files.dropLease(request);
    unreleased.delete(request);
  }

  return {
    holder,
    request: (session, owner, ttlMs) => ({ session, token: randomUUID(), owner, ttlMs, holder: holder() }),
    take(request) {
      for (const earlier of unreleased) if (earlier.session === request.session) release(earlier);
      files.takeLease(request);
    },
    release,
  };
}
