// The frame of a provider. It owns the connection, which all models share:
// found on first use, so that creating a provider never fails; found again
// after a failure, so that a key set in the meantime works; and replaced as a
// whole when a key is renewed. A model asks for the connection with each
// request and therefore always has the current one.
import type { ModelInfo, ModelProvider } from "@skein/protocol";
import type { SecretSource } from "./api-key.ts";
import { isRefusedKey, renewalError, withFreshKey } from "./with-fresh-key.ts";
import { learnAll, learnedLimits } from "./learned-limits.ts";
import { createNotices } from "./notices.ts";
import { prepareModel } from "./prepare-model.ts";
import type { RetryPolicy } from "./with-retries.ts";
import type { TransportSettings } from "./transport/transport.ts";
import type { LiveModel, WatchdogLimits } from "./with-watchdog.ts";

/**
 * Settings of every provider. The factory of a provider adds those of its
 * vendor.
 *
 * @example
 * ```ts
 * const settings: ProviderSettings = {
 *   apiKey: "secret-1234",
 *   baseUrl: "http://127.0.0.1:8080/v1",
 *   notice: (text) => console.error(text),
 * };
 * ```
 */
export interface ProviderSettings extends TransportSettings {
  /**
   * Key for the vendor. Takes precedence over the environment and `secrets`.
   */
  readonly apiKey?: string | undefined;
  /**
   * Renews an expiring key. Called when the current one was refused with 401;
   * the request is then sent once more.
   */
  readonly refreshKey?: (() => Promise<string>) | undefined;
  /** Address of the endpoint. Takes precedence over the environment. */
  readonly baseUrl?: string | undefined;
  /**
   * Policy of the retry layer. Default: 3 retries with backoff, see
   * `RetryPolicy`.
   */
  readonly retry?: RetryPolicy | undefined;
  /**
   * Idle timeouts of each attempt. Default: 120 s before the first byte and 90
   * s after it.
   */
  readonly watchdog?: WatchdogLimits | undefined;
  /**
   * Receives notices for users about requests, each sentence once. Default:
   * none.
   */
  readonly notice?: ((text: string) => void) | undefined;
  /** Source for a key that is not in the environment. Default: none. */
  readonly secrets?: SecretSource | undefined;
}

/**
 * Vendor's part of a provider. `Connection` is any value that the provider
 * needs for requests: a client, a key with an address.
 *
 * `createProvider` connects on first use, shares the connection between models,
 * and connects again only after a failure.
 */
export interface ProviderParts<Connection> {
  /** Id of the provider: see `ModelProvider.id`. */
  readonly id: string;
  /**
   * Finds the key and the address, without using the network. Throws
   * `ConfigError`. Called on first use, and again only after a failure.
   */
  readonly connect: () => Promise<Connection>;
  /**
   * Opens the connection of the first request ahead of it. Must not throw.
   * Default: no connection is opened.
   */
  readonly preconnect?: (connection: Connection) => void;
  /**
   * Creates a model. Must not fail for an unknown id.
   *
   * @param connected - resolves with the connection. Call it for each request,
   *   since a renewed key makes a new one.
   */
  readonly model: (modelId: string, connected: () => Promise<Connection>) => LiveModel;
  /**
   * Lists the models of the endpoint. Also used to verify the key.
   *
   * @param atMost - number of models to return: a whole page, or 1 to verify
   *   the key.
   */
  readonly list: (
    connection: Connection,
    atMost: number,
    signal: AbortSignal | undefined,
  ) => Promise<readonly ModelInfo[]>;
  /**
   * Opens a connection with a renewed key, after the old key was refused with
   * 401. Called once per refused connection; the request is then sent once
   * more. Default: a refused key is an error.
   */
  readonly refreshKey?: ((refused: Connection) => Promise<Connection>) | undefined;
}

/**
 * Creates a provider that connects on first use and whose models have an idle
 * timeout and retries.
 *
 * Unknown limits of a model are learned from the endpoint's model list, when
 * that is requested, and from its errors. Models that were created before see
 * them too.
 *
 * @param settings - retries, timeouts and notices that users can set.
 *
 * @example
 * ```ts
 * const parts: ProviderParts<string> = {
 *   id: "example",
 *   connect: () => apiKey({ provider: "example", variables: ["EXAMPLE_API_KEY"], env: process.env }),
 *   list: async () => [{ id: "example-1", limits: {} }],
 *   model: (id, connected) => ({
 *     provider: "example",
 *     id,
 *     limits: {},
 *     async *stream(request, signal, alive) {
 *       const key = await connected(); // then send the request: see `streamResponse`
 *     },
 *   }),
 * };
 * const provider = createProvider(parts, {});
 * ```
 */
export function createProvider<Connection>(
  { id, connect, preconnect, model, list, refreshKey }: ProviderParts<Connection>,
  settings: Pick<ProviderSettings, "retry" | "watchdog" | "notice">,
): ModelProvider {
  const { retry, watchdog } = settings;
  const notice = createNotices(settings.notice);
  let connection: Promise<Connection> | undefined;
  const connected = (): Promise<Connection> => {
    // A failed attempt is forgotten, so that the next request tries again.
    connection ??= connect().catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  };
  /**
   * Several requests may have the same key refused; only the first one renews
   * it.
   */
  const renewal = (): (() => Promise<void>) => {
    const refused = connected();
    refused.catch(() => undefined); // callers of the connection get the error
    return async () => {
      // Another request may have renewed the key already: then the connection
      // is a new one.
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
  // Shared by all models of the provider.
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
