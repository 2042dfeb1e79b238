import type { ExtensionRequests } from "@skein/protocol";

/** A client that is asked whenever it listens. */
export interface Listener {
  readonly requests: ExtensionRequests;
  /** It can be asked until `signal` is aborted. */
  readonly hear: (requests: ExtensionRequests, signal: AbortSignal) => void;
  readonly isAsking: () => boolean;
}

/** What is asked while no one listens waits. @param signal - of the work that asks. */
export function throughListener(signal: AbortSignal): Listener {
  let asking = 0;
  let heard = Promise.withResolvers<ExtensionRequests>();
  const gone = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  gone.catch(() => {});

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
