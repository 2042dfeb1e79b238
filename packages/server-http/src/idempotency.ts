import { createHash } from "node:crypto";
import { SkeinError } from "@skein/protocol";

/** Requests that a client may send again because it did not learn how they ended. */
export interface RepeatedRequests {
  /**
   * Does the work once for each key; whoever comes with it later gets the same result. A failure is not kept: it may be tried
   * again. Rejects with `other-request` when the key was used for something else.
   */
  once(
    key: string,
    request: unknown,
    work: () => Promise<unknown>,
  ): Promise<{ value: unknown; isRepeated: boolean }>;
}

interface KnownRequest {
  readonly digest: string;
  readonly result: Promise<unknown>;
}

/** The oldest of more are forgotten. */
const mostKnown = 1000;

export function repeatedRequests(): RepeatedRequests {
  const known = new Map<string, KnownRequest>();
  return {
    async once(key, request, work) {
      const digest = createHash("sha256").update(JSON.stringify(request)).digest("hex");
      const before = known.get(key);
      if (before && before.digest !== digest)
        throw new SkeinError("other-request", "The Idempotency-Key was used for another request.");
      if (before) return { value: await before.result, isRepeated: true };
      const result = work();
      known.set(key, { digest, result });
      const [oldest] = known.keys();
      if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
      result.catch(() => known.delete(key));
      return { value: await result, isRepeated: false };
    },
  };
}
