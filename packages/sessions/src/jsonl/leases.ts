import { randomUUID } from "node:crypto";
import { currentProcess } from "@skein/platform/process";
import { lockedBy, type LeaseRequest } from "../lease.ts";
import { currentLease, dropLease, isMine, renewLease, takeLease } from "./lease-files.ts";

/** The leases that one store holds. */
export interface Leases {
  take(request: LeaseRequest): void;
  renew(request: LeaseRequest): void;
  drop(request: LeaseRequest): void;
  /**
   * Writes exclusively: under the lease that this store holds, or a short one of its own. Throws `locked` when
   * another process holds it.
   */
  during<Result>(session: string, write: () => Result): Result;
}

/** @param folderOf - a session's folder. */
export function createLeases(folderOf: (session: string) => string): Leases {
  const taken = new Map<string, { readonly number: number; readonly token: string }>();

  function take(request: LeaseRequest): void {
    const number = takeLease(folderOf(request.session), request);
    taken.set(request.session, { number, token: request.token });
  }

  function drop({ session, token }: LeaseRequest): void {
    const mine = taken.get(session);
    if (mine?.token !== token) return;
    dropLease(folderOf(session), mine.number, token);
    taken.delete(session); // not before: a lease that cannot be released now is released later
  }

  return {
    take,
    renew(request) {
      const { session, token, holder } = request;
      const mine = taken.get(session);
      if (mine?.token !== token) throw lockedBy(session, currentLease(folderOf(session)), holder);
      renewLease(folderOf(session), mine.number, request);
    },
    drop,
    during(session, write) {
      const mine = taken.get(session);
      if (mine && isMine(folderOf(session), mine.number)) return write();
      const request = {
        session,
        token: randomUUID(),
        owner: "append",
        ttlMs: 30_000,
        holder: currentProcess(),
      };
      if (mine) throw lockedBy(session, currentLease(folderOf(session)), request.holder);
      take(request);
      try {
        return write();
      } finally {
        drop(request);
      }
    },
  };
}
