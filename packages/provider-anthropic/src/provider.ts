import { isJsonObject, ProviderError } from "@skein/protocol";
import type { AttemptModel, ModelInfo, ModelProvider } from "@skein/protocol";
import { prepareModel } from "@skein/provider-kit";
import type { RetryPolicy, SecretSource, WatchdogLimits } from "@skein/provider-kit";
import { catalogEntry } from "./catalog.ts";
import { connect } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { badStream, thrownError } from "./errors.ts";
import { anthropicModel } from "./model.ts";
import { providerId } from "./names.ts";

export interface AnthropicSettings {
  /** Default: `ANTHROPIC_API_KEY`, then `secrets`. */
  readonly apiKey?: string | undefined;
  /** Default: `ANTHROPIC_BASE_URL`, then https://api.anthropic.com. */
  readonly baseUrl?: string | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Values of the `anthropic-beta` header. */
  readonly betas?: readonly string[] | undefined;
  readonly retry?: RetryPolicy | undefined;
  readonly watchdog?: WatchdogLimits | undefined;
  /** Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Where to look for the key when the environment has none. */
  readonly secrets?: SecretSource | undefined;
}

/** Milliseconds that a list of models may take. */
const listMs = 15_000;

/**
 * Claude, and every server that speaks Anthropic Messages.
 *
 * Nothing is looked up or loaded before the first request, so this never throws. The first request throws
 * `ConfigError` when there is no key (`missing-key`) or the address is none (`usage`), otherwise `ProviderError`.
 */
export function createAnthropic(settings: AnthropicSettings = {}): ModelProvider {
  const { retry, watchdog, env = process.env } = settings;
  let connection: Promise<Connection> | undefined;
  const connected = (): Promise<Connection> => {
    connection ??= connect({ ...settings, env }).catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  };
  return {
    id: providerId,
    model: (modelId) => prepareModel(anthropicModel(modelId, connected), { retry, watchdog }),
    prepare: async () => {
      await connected();
    },
    models: async (signal) => listModels(await connected(), 1000, signal),
    check: async (signal) => {
      await listModels(await connected(), 1, signal);
    },
  };
}

/** One model of `createAnthropic(settings)`. */
export function anthropic(modelId: string, settings?: AnthropicSettings): AttemptModel {
  return createAnthropic(settings).model(modelId);
}

async function listModels(connection: Connection, limit: number, signal?: AbortSignal): Promise<ModelInfo[]> {
  const deadline = AbortSignal.timeout(listMs);
  const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
  try {
    const response = await connection.send({ method: "get", path: `/v1/models?limit=${limit}` }, either);
    const text = await response.text();
    const models = modelsIn(text);
    if (!models) throw badStream("The list of models is none", text, connection.context, false);
    return models;
  } catch (error) {
    signal?.throwIfAborted();
    if (!deadline.aborted) throw thrownError(error, connection.context);
    const message = `${connection.context.host} did not answer for ${listMs / 1000} s.`;
    throw new ProviderError("stalled", message, { provider: providerId, retryable: true });
  }
}

function modelsIn(text: string): ModelInfo[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    if (!isJsonObject(list) || !Array.isArray(list["data"])) return undefined;
    return list["data"].filter(isJsonObject).flatMap((model) => {
      const { id, display_name: name, max_input_tokens: contextTokens, max_tokens: outputTokens } = model;
      if (typeof id !== "string") return [];
      const said = {
        ...(typeof contextTokens === "number" ? { contextTokens } : {}),
        ...(typeof outputTokens === "number" ? { outputTokens } : {}),
      };
      const limits = { ...catalogEntry(id)?.limits, ...said };
      return [{ id, ...(typeof name === "string" ? { name } : {}), limits }];
    });
  } catch {
    return undefined;
  }
}
