import type { ExtensionResources } from "@skein/protocol";

const mostWatched = 1_000;

/** Resources whose changes clients of 2026-07-28 are told of, until the extension is no longer served. */
export interface ResourceWatches {
  /** Watches what a message subscribes to: the library answers such messages by itself, without asking the server. */
  follow(message: unknown): void;
  /** Calls back with each URI whose content has changed. Returns a function that removes the listener. */
  onUpdate(listener: (uri: string) => void): () => void;
  end(): void;
}

export function resourceWatches(resources: ExtensionResources | undefined): ResourceWatches {
  const watches = new Map<string, Promise<() => void>>();
  const listeners = new Set<(uri: string) => void>();

  function watch(uri: string): void {
    if (watches.has(uri) || watches.size >= mostWatched || !resources?.subscribe) return;
    const subscription = resources.subscribe(uri, () => {
      for (const listener of listeners) listener(uri);
    });
    watches.set(uri, subscription);
    subscription.catch(() => watches.delete(uri));
  }

  return {
    follow(message) {
      for (const uri of subscribedUris(message)) watch(uri);
    },
    onUpdate(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    end() {
      for (const subscription of watches.values()) void subscription.then((stop) => stop()).catch(() => {});
      watches.clear();
    },
  };
}

export const listenMethod = "subscriptions/listen";

function subscribedUris(message: unknown): readonly string[] {
  const { method, params } = (message ?? {}) as {
    readonly method?: unknown;
    readonly params?: { readonly notifications?: { readonly resourceSubscriptions?: unknown } };
  };
  const uris = method === listenMethod ? params?.notifications?.resourceSubscriptions : undefined;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
}
