import type { ModelInfo, ModelProvider } from "@skein/protocol";
import type { SecretSource } from "./api-key.ts";
import { isRefusedKey, renewalError, withFreshKey } from "./with-fresh-key.ts";
import { learnAll, learnedLimits } from "./learned-limits.ts";
import { createNotices } from "./notices.ts";
import { prepareModel } from "./prepare-model.ts";
import type { RetryPolicy } from "./with-retries.ts";
import type { TransportSettings } from "./transport/transport.ts";
import type { LiveModel, WatchdogLimits } from "./with-watchdog.ts";

/** Settings of every provider. Factories add vendor-specific ones. */
export interface ProviderSettings extends TransportSettings {
  /** Takes precedence over the environment and `secrets`. */
  readonly apiKey?: string | undefined;
  /**
   * Renews an expiring key: called when the current one was refused with 401; the request is then sent once
   * more.
   */
  readonly refreshKey?: (() => Promise<string>) | undefined;
  /** Takes precedence over the environment. */
  readonly baseUrl?: string | undefined;
  readonly retry?: RetryPolicy | undefined;
  readonly watchdog?: WatchdogLimits | undefined;
  /** Receives notices for users about how requests are made, each sentence once. Default: none. */
  readonly notice?: ((text: string) => void) | undefined;
  /** Where to look for a key that is not in the environment. */
  readonly secrets?: SecretSource | undefined;
}

export interface ProviderParts<Connection> {
  readonly id: string;
  /**
   * Finds the key and the address. Throws `ConfigError`. Called on first use, and again only after a failure.
   */
  readonly connect: () => Promise<Connection>;
  /** Opens the connection of the first request ahead of it. Must not throw. Default: none is opened. */
  readonly preconnect?: (connection: Connection) => void;
  /** @param connected - called for each request; caches the connection. */
  readonly model: (modelId: string, connected: () => Promise<Connection>) => LiveModel;
  /** @param atMost - how many to return: a whole page, or one to verify the key. */
  readonly list: (
    connection: Connection,
    atMost: number,
    signal: AbortSignal | undefined,
  ) => Promise<readonly ModelInfo[]>;
  /**
   * Opens a connection with a renewed key after the old key was refused with 401. Called once per refused
   * connection; the request is then sent once more. Default: a refused key is an error.
   */
  readonly refreshKey?: ((refused: Connection) => Promise<Connection>) | undefined;
}

/**
 * Creates a provider that connects on first use and whose models have an idle timeout and retries. Unknown
 * limits of a model are learned from the endpoint's model list, when that is requested, and from its errors.
 */
export function createProvider<Connection>(
  { id, connect, preconnect, model, list, refreshKey }: ProviderParts<Connection>,
  settings: Pick<ProviderSettings, "retry" | "watchdog" | "notice">,
): ModelProvider {
  const { retry, watchdog } = settings;
  const notice = createNotices(settings.notice);
  let connection: Promise<Connection> | undefined;
  const connected = (): Promise<Connection> => {
    connection ??= connect().catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  };
  /** Several requests may have the same key refused; only the first one renews it. */
  const renewal = (): (() => Promise<void>) => {
    const refused = connected();
    refused.catch(() => undefined); // callers of the connection get the error
    return async () => {
      if (connection === refused && refreshKey) {
        const renewed = refused.then(refreshKey);
        connection = renewed;
        renewed.catch(() => {
          if (connection === renewed) connection = undefined;
        });
      }
      await connected().catch((error: unknown) => {
        throw renewalError(id, error);
      });
    };
  };
  const listed = async (atMost: number, signal?: AbortSignal): Promise<readonly ModelInfo[]> => {
    const current = await connected();
    const renew = renewal();
    try {
      return await list(current, atMost, signal);
    } catch (error) {
      if (!refreshKey || !isRefusedKey(error)) throw error;
      await renew();
      return list(await connected(), atMost, signal);
    }
  };
  const limits = learnedLimits();
  const liveModel = (modelId: string): LiveModel => {
    const made = model(modelId, connected);
    return limits.known(refreshKey ? withFreshKey(made, renewal) : made);
  };
  return {
    id,
    model: (modelId) => prepareModel(liveModel(modelId), { retry, watchdog, notice }),
    prepare: async () => {
      await connected();
    },
    preconnect() {
      connection?.then(preconnect, () => undefined);
    },
    models: async (signal) => learnAll(limits, await listed(1000, signal)),
    check: async (signal) => {
      await listed(1, signal);
    },
  };
}
