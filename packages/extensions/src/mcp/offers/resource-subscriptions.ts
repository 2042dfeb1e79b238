import type { Client, RequestOptions } from "@modelcontextprotocol/client";
import type { AskServer } from "./ask-server.ts";

/** Who is told when a resource of a server has changed; each address is subscribed to once. */
export interface ResourceSubscriptions {
  subscribe(uri: string, listener: () => void, signal: AbortSignal): Promise<() => void>;
  /** Subscribes again, at a server that was started again. Never rejects. */
  renew(client: Client): Promise<void>;
  /** The server has told of a change. */
  updated(uri: string): void;
}

/** Ends a subscription. Never rejects. */
type EndSubscription = () => void;

export function resourceSubscriptions(ask: AskServer): ResourceSubscriptions {
  const listeners = new Map<string, Set<() => void>>();
  const ends = new Map<string, EndSubscription>();

  function drop(uri: string, listener: () => void): void {
    const left = listeners.get(uri);
    left?.delete(listener);
    if (left?.size !== 0) return;
    listeners.delete(uri);
    ends.get(uri)?.();
    ends.delete(uri);
  }

  return {
    async subscribe(uri, listener, signal) {
      if (!listeners.has(uri)) {
        ends.set(uri, await ask(signal, (client, options) => subscribeAt(client, uri, options)));
      }
      const known = listeners.get(uri) ?? new Set();
      listeners.set(uri, known.add(listener));
      return () => drop(uri, listener);
    },
    async renew(client) {
      for (const uri of listeners.keys()) {
        const end = await subscribeAt(client, uri, {}).catch(() => undefined);
        if (end) ends.set(uri, end);
      }
    },
    updated(uri) {
      for (const listener of listeners.get(uri) ?? []) listener();
    },
  };
}

/** Rejects when the server does not tell of changes. */
async function subscribeAt(client: Client, uri: string, options: RequestOptions): Promise<EndSubscription> {
  if (!client.getServerCapabilities()?.resources?.subscribe)
    throw new Error("the server does not tell when its resources change");
  if (client.getProtocolEra() === "modern") {
    // It outlives what asked for it.
    const { timeout } = options;
    const stream = await client.listen(
      { resourceSubscriptions: [uri] },
      timeout === undefined ? {} : { timeout },
    );
    return () => void stream.close().catch(() => undefined);
  }
  await client.subscribeResource({ uri }, options);
  return () => void client.unsubscribeResource({ uri }).catch(() => undefined);
}
