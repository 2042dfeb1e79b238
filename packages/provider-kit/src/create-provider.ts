import type { ModelInfo, ModelProvider } from "@skein/protocol";
import type { SecretSource } from "./api-key.ts";
import { isRefusedKey, renewalError, withFreshKey } from "./fresh-key.ts";
import { learnAll, learnedLimits } from "./learned-limits.ts";
import { createNotices } from "./notices.ts";
import { prepareModel } from "./prepare-model.ts";
import type { RetryPolicy } from "./retries.ts";
import type { TransportSettings } from "./transport/transport.ts";
import type { LiveModel, WatchdogLimits } from "./watchdog.ts";

/** What every provider is told. A factory adds what its vendor alone has. */
export interface ProviderSettings extends TransportSettings {
  /** Wins over the environment and `secrets`. */
  readonly apiKey?: string | undefined;
  /**
   * A fresh key, asked for when the one in use was refused with 401; the request is then made again, once. For keys
   * that run out.
   */
  readonly refreshKey?: (() => Promise<string>) | undefined;
  /** Wins over the environment. */
  readonly baseUrl?: string | undefined;
  readonly retry?: RetryPolicy | undefined;
  readonly watchdog?: WatchdogLimits | undefined;
  /** Hears what users should know of how a request was made, each sentence once. Default: nobody. */
  readonly notice?: ((text: string) => void) | undefined;
  /** Where to look for the key when the environment has none. */
  readonly secrets?: SecretSource | undefined;
}

export interface ProviderParts<Connection> {
  readonly id: string;
  /**
   * Finds the key and the address and loads the vendor's library. Throws `ConfigError`. Called when something is first
   * needed, and again only after it failed.
   */
  readonly connect: () => Promise<Connection>;
  /** @param connected - for each request; remembers what it once made. */
  readonly model: (modelId: string, connected: () => Promise<Connection>) => LiveModel;
  /** @param atMost - how many are wanted: all of a page, or one that proves the key. */
  readonly list: (
    connection: Connection,
    atMost: number,
    signal: AbortSignal | undefined,
  ) => Promise<readonly ModelInfo[]>;
  /**
   * A connection with a fresh key, in place of the one whose key was refused with 401. Called once for each that is
   * refused, and the request is then made again, once. Default: a refused key is an error.
   */
  readonly refreshKey?: ((refused: Connection) => Promise<Connection>) | undefined;
}

/**
 * A provider made of its parts: it connects late, and its models come with watchdog and retries on. Limits that a model
 * does not know are learned from the endpoint's list of models, when that is asked for, and from its refusals.
 */
export function createProvider<Connection>(
  { id, connect, model, list, refreshKey }: ProviderParts<Connection>,
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
  /** Several requests may find the same key refused; the first one has it renewed. */
  const renewal = (): (() => Promise<void>) => {
    const refused = connected();
    refused.catch(() => undefined); // whoever asks for the connection gets the error
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
    models: async (signal) => learnAll(limits, await listed(1000, signal)),
    check: async (signal) => {
      await listed(1, signal);
    },
  };
}
