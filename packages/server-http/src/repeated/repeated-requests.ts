import { createHash } from "node:crypto";
import { SkeinError } from "@skein/protocol";
import type { EarlierRequest, KeptRequests } from "./kept-requests.ts";

/** Requests that a client may send again because it did not learn how they ended. */
export interface RepeatedRequests {
  /**
   * Does the work once for each key; whoever comes with it later gets the same result, also after the server was ended and
   * started again. A failure is not kept: it may be tried again. Rejects with `other-request` when the key was used for
   * something else, and with `unknown-outcome` when the server was ended in the middle of it and the work cannot look
   * whether it was done.
   */
  once(key: RequestKey, request: unknown, work: RepeatableWork): Promise<RepeatedResult>;
}

interface RequestKey {
  /** Id of the client's credential: it is another one after a restart. */
  readonly credential: string;
  readonly role: string;
  readonly key: string;
}

export interface RepeatableWork {
  readonly run: () => Promise<unknown>;
  /** Absent: doing it twice is like doing it once, and nothing has to be kept. */
  readonly kept?:
    | undefined
    | {
        /** The last entry of its session. */
        readonly mark: () => Promise<number>;
        /** Looks whether it was done. @returns its result; `undefined`: it was not. */
        readonly look?: ((earlier: EarlierRequest) => Promise<unknown>) | undefined;
      };
}

interface RepeatedResult {
  readonly value: unknown;
  readonly isRepeated: boolean;
}

interface KnownRequest {
  readonly digest: string;
  readonly result: Promise<RepeatedResult>;
}

/** The oldest of more are forgotten. */
const mostKnown = 1000;

/** @param open - is called with the first request that is kept. */
export function repeatedRequests(open: () => Promise<KeptRequests>): RepeatedRequests {
  let opened: Promise<KeptRequests> | undefined;
  const known = new Map<string, KnownRequest>();

  /** @param id - the same after a restart. */
  async function begun(id: string, { run, kept }: RepeatableWork): Promise<RepeatedResult> {
    if (!kept) return { value: await run(), isRepeated: false };
    const opening = (opened ??= open());
    opening.catch(() => (opened = undefined));
    const store = await opening;
    const earlier = store.earlier(id);
    const found = earlier && (await foundOf(earlier, kept));
    if (found !== undefined) return { value: found, isRepeated: true };
    await store.begin(id, await kept.mark());
    try {
      const value = await run();
      await store.end(id, value);
      return { value, isRepeated: false };
    } catch (error) {
      await store.drop(id);
      throw error;
    }
  }

  return {
    async once({ credential, role, key }, request, work) {
      const digest = createHash("sha256").update(JSON.stringify(request)).digest("hex");
      const name = `${credential} ${key}`;
      const before = known.get(name);
      if (before && before.digest !== digest)
        throw new SkeinError("other-request", "The Idempotency-Key was used for another request.");
      if (before) return { ...(await before.result), isRepeated: true };
      const result = begun(`${role} ${key} ${digest}`, work);
      known.set(name, { digest, result });
      const [oldest] = known.keys();
      if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
      result.catch(() => known.delete(name));
      return result;
    },
  };
}

async function foundOf(
  earlier: EarlierRequest,
  { look }: NonNullable<RepeatableWork["kept"]>,
): Promise<unknown> {
  if (look) return look(earlier);
  if (earlier.result) return earlier.result.value;
  throw unknownOutcome();
}

export function unknownOutcome(): SkeinError {
  return new SkeinError(
    "unknown-outcome",
    "The server was ended while it did this: whether it was done is unknown. Look, then ask again with another key.",
  );
}
