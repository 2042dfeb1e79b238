import { expect, it } from "vitest";
import type { LeaseRequest } from "../src/lease.ts";
import { createStoreLeases } from "../src/store/leases.ts";

it("releases what could not be released before the session's next lease is taken", () => {
  const calls: string[] = [];
  let isFull = false;
  const call = (name: string) => (request: LeaseRequest) => {
    calls.push(`${name} ${request.session} of ${request.owner}`);
    if (isFull) throw new Error("The disk is full.");
  };
  const leases = createStoreLeases({ takeLease: call("take"), dropLease: call("drop") });
  const [first, other, second] = [
    leases.request("s", "one", 1),
    leases.request("t", "one", 1),
    leases.request("s", "two", 1),
  ];
  leases.take(first);
  isFull = true;
  expect(() => leases.release(first)).toThrow("full");
  isFull = false;
  calls.length = 0;
  leases.take(other);
  leases.take(second);
  leases.release(second);
  leases.take(second);
  expect(calls).toEqual([
    "take t of one",
    "drop s of one",
    "take s of two",
    "drop s of two",
    "take s of two",
  ]);
  expect(new Set([first, other, second].map(({ token }) => token)).size).toBe(3);
});
