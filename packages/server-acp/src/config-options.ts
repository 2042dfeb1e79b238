import { RequestError, type SessionConfigOption } from "@agentclientprotocol/sdk/unstable";
import type { LiveSession } from "@skein/host";
import type { SessionCommands } from "@skein/host/commands";
import { permissionModes } from "@skein/host/sessions";

/** What a client may choose for a session besides its messages: the permission mode and the model. */
export interface ConfigOptions {
  now(): SessionConfigOption[];
  /** Asks the provider which models it has, without which only the one in use is offered. Never rejects. */
  learnModels(): Promise<void>;
  /** Throws `RequestError` for what is no choice, and rejects as `LiveSession.setModel`. */
  set(id: string, value: string | boolean): Promise<void>;
}

export const modeNames = permissionModes.map(({ name, description }) => ({
  value: name,
  name: name.replaceAll("_", " "),
  description,
}));

export function configOptions(live: LiveSession, commands: SessionCommands): ConfigOptions {
  let offered: readonly string[] = [];
  let learning: Promise<void> | undefined;

  function models(): readonly string[] {
    const { model } = live.settings();
    return offered.includes(model) ? offered : [model, ...offered];
  }

  async function learn(): Promise<void> {
    const found = await commands.run({ name: "model", argument: "" }, live).catch(() => undefined);
    if (found?.kind === "models") offered = found.models.map(({ id }) => id);
  }

  const learnModels = () => (learning ??= learn());

  function requireChoice(id: string, value: string | boolean): asserts value is string {
    if (id !== "mode" && id !== "model")
      refuseChoice(id, `A session has no option ${JSON.stringify(id)}. It has: mode, model.`);
    if (typeof value !== "string" || value === "") refuseChoice(id, `${id} is one word.`);
    if (id === "model" && offered.length > 0 && !models().includes(value))
      refuseChoice(
        id,
        `${live.settings().provider} has no model ${JSON.stringify(value)}. It has: ${models().join(", ")}.`,
      );
  }

  return {
    now() {
      const { mode, provider, model } = live.settings();
      return [
        {
          type: "select",
          id: "mode",
          category: "mode",
          name: "Permission mode",
          currentValue: mode,
          options: modeNames,
        },
        {
          type: "select",
          id: "model",
          category: "model",
          name: "Model",
          description: `Of the provider ${provider}`,
          currentValue: model,
          options: models().map((id) => ({ value: id, name: id })),
        },
      ];
    },
    learnModels,
    async set(id, value) {
      if (id === "model") await learnModels();
      requireChoice(id, value);
      await commands.run({ name: id, argument: value }, live);
    },
  };
}

function refuseChoice(configId: string, message: string): never {
  throw RequestError.invalidParams({ configId }, message);
}
