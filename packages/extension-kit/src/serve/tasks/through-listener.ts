// A task of 2025 can only ask its client while that waits for the result.
// Questions wait until then.

import type { ExtensionRequests } from "@skein/protocol";

/**
 * Client that receives requests only while it listens.
 *
 * At most one client listens at a time; a later one replaces an earlier one.
 */
export interface Listener {
  /** Services for the work. A question waits until the client listens. */
  readonly requests: ExtensionRequests;
  /** Connects a listening client until `signal` is aborted. */
  readonly hear: (requests: ExtensionRequests, signal: AbortSignal) => void;
  /** Returns true if a question waits. */
  readonly isAsking: () => boolean;
}

/**
 * Creates services for work whose client comes and goes.
 *
 * @param signal - aborted when the work ends; open questions are then rejected.
 */
export function throughListener(signal: AbortSignal): Listener {
  let asking = 0;
  let heard = Promise.withResolvers<ExtensionRequests>();
  const gone = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  gone.catch(() => {});

  // Counts open questions, for the status of the task, and sends each through
  // the client that listens first.
  async function ask<Reply>(request: (through: ExtensionRequests) => Promise<Reply>): Promise<Reply> {
    asking += 1;
    try {
      return await Promise.race([heard.promise.then(request), gone]);
    } finally {
      asking -= 1;
    }
  }

  return {
    requests: {
      elicit: (request) => ask(({ elicit }) => elicit(request)),
      sample: (request) => ask(({ sample }) => sample(request)),
      roots: () => ask(async ({ roots }) => (await roots?.()) ?? []),
    },
    // Questions that wait go to this client. Once it stops listening, new ones
    // wait for the next.
    hear(requests, until) {
      heard.resolve(requests);
      const mine = Promise.withResolvers<ExtensionRequests>();
      mine.resolve(requests);
      heard = mine;
      until.addEventListener("abort", () => heard === mine && (heard = Promise.withResolvers()), {
        once: true,
      });
    },
    isAsking: () => asking > 0,
  };
}
