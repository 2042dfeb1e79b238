import { RequestError, type SessionConfigOption } from "@agentclientprotocol/sdk/unstable";
import type { LiveSession } from "@skein/host";
import type { SessionCommands } from "@skein/session-commands";
import { effortWord } from "@skein/protocol";
import { permissionModes } from "@skein/permissions";

/** What a client may choose for a session besides its messages: the permission mode, the model and its effort. */
export interface ConfigOptions {
  now(): SessionConfigOption[];
  /**
   * Asks which models the provider has, and which efforts the model in use takes; without it only what is in use is offered.
   * Never rejects.
   */
  learn(): Promise<void>;
  /** Throws `RequestError` for what is no choice, and rejects as `LiveSession.setModel` and `setEffort`. */
  set(id: string, value: string | boolean): Promise<void>;
}

export const modeNames: { value: string; name: string; description: string }[] = permissionModes.map(
  ({ name, description }) => ({ value: name, name: name.replaceAll("_", " "), description }),
);

export function configOptions(live: LiveSession, commands: SessionCommands): ConfigOptions {
  let offered: readonly string[] = [];
  let learningModels: Promise<void> | undefined;
  /** Those of one model; none, where it has no effort. */
  let efforts: { readonly of: string; readonly words: readonly string[] } | undefined;

  function models(): readonly string[] {
    const { model } = live.settings();
    return offered.includes(model) ? offered : [model, ...offered];
  }

  const modelNow = () => JSON.stringify([live.settings().provider, live.settings().model]);

  /** `undefined`: the model in use has none. */
  function effortOption(): SessionConfigOption | undefined {
    const words = efforts?.of === modelNow() ? efforts.words : undefined;
    if (words?.length === 0) return undefined;
    const current = effortWord(live.settings().options?.effort);
    const offers = words?.includes(current) ? words : [current, ...(words ?? [])];
    return {
      type: "select",
      id: "effort",
      category: "thought_level",
      name: "Effort",
      description: "How much the model reasons",
      currentValue: current,
      options: offers.map((value) => ({ value, name: value })),
    };
  }

  async function learnEfforts(): Promise<void> {
    const of = modelNow();
    if (efforts?.of === of) return;
    const found = await commands.run({ name: "effort", argument: "" }, live).catch(() => undefined);
    if (found?.kind === "efforts") efforts = { of, words: found.efforts };
  }

  async function learnModels(): Promise<void> {
    const found = await commands.run({ name: "model", argument: "" }, live).catch(() => undefined);
    if (found?.kind === "models") offered = found.models.map(({ id }) => id);
  }

  const learn = async (): Promise<void> => {
    await Promise.all([(learningModels ??= learnModels()), learnEfforts()]);
  };

  function requireChoice(id: string, value: string | boolean): asserts value is string {
    if (!optionNames.includes(id))
      refuseChoice(id, `A session has no option ${JSON.stringify(id)}. It has: ${optionNames.join(", ")}.`);
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
      const effort = effortOption();
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
        ...(effort ? [effort] : []),
      ];
    },
    learn,
    async set(id, value) {
      if (id !== "mode") await learn();
      requireChoice(id, value);
      await commands.run({ name: id, argument: value }, live);
      if (id === "model") await learn();
    },
  };
}

const optionNames: readonly string[] = ["mode", "model", "effort"];

function refuseChoice(configId: string, message: string): never {
  throw RequestError.invalidParams({ configId }, message);
}
