// Subscriptions of clients without sessions. The server cannot know when such a
// client is gone, so a watch lasts as long as the server; `mostWatched` bounds
// them.

import type { ExtensionResources } from "@skein/protocol";

/** Resources to watch at a time. */
const mostWatched = 1_000;

/**
 * Resources whose changes clients of 2026-07-28 are notified about, until the
 * extension is no longer served.
 */
export interface ResourceWatches {
  /**
   * Watches what a message subscribes to. The library answers such messages by
   * itself, without asking the server.
   */
  follow(message: unknown): void;
  /**
   * Calls `listener` with each address whose content has changed.
   *
   * @returns a function that removes the listener.
   */
  onUpdate(listener: (uri: string) => void): () => void;
  /** Ends all watches. */
  end(): void;
}

/**
 * Creates the watches. Several clients share one watch per address.
 *
 * @param resources - undefined, or without `subscribe`: nothing can be watched,
 *   and messages are ignored.
 */
export function resourceWatches(resources: ExtensionResources | undefined): ResourceWatches {
  const watches = new Map<string, Promise<() => void>>();
  const listeners = new Set<(uri: string) => void>();

  // One subscription for each address, however many clients watch it. One that
  // fails is forgotten, so that the next client tries again.
  function watch(uri: string): void {
    if (watches.has(uri) || watches.size >= mostWatched || !resources?.subscribe) return;
    const subscription = resources.subscribe(uri, () => {
      for (const listener of listeners) listener(uri);
    });
    watches.set(uri, subscription);
    subscription.catch(() => watches.delete(uri));
  }

  return {
    // Called for every message of a client, so it must be cheap for all others.
    follow(message) {
      for (const uri of subscribedUris(message)) watch(uri);
    },
    onUpdate(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    // Subscriptions may still be opening; they are ended as soon as they are
    // open.
    end() {
      for (const subscription of watches.values()) void subscription.then((stop) => stop()).catch(() => {});
      watches.clear();
    },
  };
}

/** Method with which clients subscribe. */
export const listenMethod = "subscriptions/listen";

/**
 * Returns the addresses that a message subscribes to. Empty for other messages.
 */
function subscribedUris(message: unknown): readonly string[] {
  const { method, params } = (message ?? {}) as {
    readonly method?: unknown;
    readonly params?: { readonly notifications?: { readonly resourceSubscriptions?: unknown } };
  };
  const uris = method === listenMethod ? params?.notifications?.resourceSubscriptions : undefined;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
}
