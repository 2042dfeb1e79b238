import type { ModelInfo, ModelProvider } from "@skein/protocol";
import type { SecretSource } from "./api-key.ts";
import { prepareModel } from "./prepare-model.ts";
import type { RetryPolicy } from "./retries.ts";
import type { LiveModel, WatchdogLimits } from "./watchdog.ts";

/** What every provider is told. A factory adds what its vendor alone has. */
export interface ProviderSettings {
  /** Wins over the environment and `secrets`. */
  readonly apiKey?: string | undefined;
  /** Wins over the environment. */
  readonly baseUrl?: string | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly fetch?: typeof fetch | undefined;
  readonly retry?: RetryPolicy | undefined;
  readonly watchdog?: WatchdogLimits | undefined;
  /** Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
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
}

/** A provider made of its parts: it connects late, and its models come with watchdog and retries on. */
export function createProvider<Connection>(
  { id, connect, model, list }: ProviderParts<Connection>,
  { retry, watchdog }: Pick<ProviderSettings, "retry" | "watchdog">,
): ModelProvider {
  let connection: Promise<Connection> | undefined;
  const connected = (): Promise<Connection> => {
    connection ??= connect().catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  };
  return {
    id,
    model: (modelId) => prepareModel(model(modelId, connected), { retry, watchdog }),
    prepare: async () => {
      await connected();
    },
    models: async (signal) => list(await connected(), 1000, signal),
    check: async (signal) => {
      await list(await connected(), 1, signal);
    },
  };
}
