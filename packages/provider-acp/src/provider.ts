import type { AttemptModel, ModelProvider } from "@skein/protocol";
import { createNotices, createProvider } from "@skein/provider-kit";
import { connect, type Connection } from "./connection.ts";
import { listModels } from "./list-models.ts";
import { acpModel } from "./model.ts";
import { agentsOwnModel, defaultProviderId } from "./names.ts";
import type { AcpSettings } from "./settings.ts";

/** An agent may work for long before it says anything. */
const silenceMs = 600_000;

/** An agent as a provider, and its process. */
export interface AcpProvider extends ModelProvider {
  /** Ends the agent's process. It ends by itself with this process, or when it was not needed for long. */
  close(): Promise<void>;
}

/**
 * An agent that is spoken to over the Agent Client Protocol.
 *
 * Nothing is started before the first request, so this never throws. The first request throws `ConfigError` when the
 * program is not there (`usage`), otherwise `ProviderError`.
 */
export function createAcp(settings: AcpSettings): AcpProvider {
  const { id = defaultProviderId, command, watchdog } = settings;
  const name = { provider: id, command };
  const notice = createNotices(settings.notice);
  let connection: Connection | undefined;
  const provider = createProvider(
    {
      id,
      connect: async () => (connection ??= connect(settings, name)),
      model: (modelId, connected) =>
        acpModel({ provider: id, model: modelId }, { settings, name, notice }, connected),
      list: listModels,
    },
    { ...settings, watchdog: { firstByteMs: silenceMs, idleMs: silenceMs, ...watchdog } },
  );
  return {
    ...provider,
    async check(signal) {
      await provider.check(signal);
      notice(`What ${command} does without asking is not under Skein's permissions and not in its sandbox.`);
    },
    async close() {
      await connection?.end();
      await connection?.toolServer?.close();
    },
  };
}

/** The agent of `createAcp(settings)`, with the model that it takes itself. */
export function acp(settings: AcpSettings): AttemptModel {
  return createAcp(settings).model(agentsOwnModel);
}
