import { ConfigError } from "@skein/protocol";
import { permissionModes } from "@skein/runtime";
import type { SessionCommand } from "./command.ts";

const modeNames = permissionModes.map(({ name }) => name);

/** Who answers and what may happen, and a message for later. */
export const modelCommands: readonly SessionCommand[] = [
  {
    name: "model",
    argument: { hint: "ID", isOptional: true },
    description: "Show or change the model; PROVIDER ID changes both",
    async run(argument, { session, providers }) {
      const now = session.settings();
      if (argument === "")
        return { kind: "model", provider: now.provider, model: now.model, isChanged: false };
      const [first = "", ...rest] = argument.split(/\s+/);
      const named = Object.hasOwn(providers.known, first) ? providers.known[first] : undefined;
      const provider = named ? first : now.provider;
      const model = named ? rest.join(" ") || named.defaultModel : argument;
      if (model === undefined) {
        throw new ConfigError("usage", `Which model of ${first}?`, {
          hint: `Name it behind the provider: model ${first} ID`,
        });
      }
      await session.setModel(provider, model);
      return { kind: "model", provider, model, isChanged: true };
    },
  },
  {
    name: "mode",
    argument: { hint: "MODE", isOptional: true, values: modeNames },
    description: `Show or change what may happen unasked: ${modeNames.join(", ")}`,
    async run(argument, { session }) {
      if (argument === "") return { kind: "modes", current: session.settings().mode, modes: permissionModes };
      await session.setMode(argument);
      return { kind: "mode", mode: argument };
    },
  },
  {
    name: "queue",
    argument: { hint: "TEXT" },
    description: "Send it when the model has answered",
    async run(text) {
      if (text === "") throw new ConfigError("usage", "There is no message to send.");
      return { kind: "send", text, when: "next" };
    },
  },
];
