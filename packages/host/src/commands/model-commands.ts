import { ConfigError } from "@skein/protocol";
import { permissionModes } from "@skein/runtime";
import { listPermissions } from "../permissions/list-permissions.ts";
import { listProviders } from "../providers/list-providers.ts";
import { offeredModels, requireOffered } from "../providers/offered-models.ts";
import type { CommandScope, SessionCommand } from "./command.ts";
import type { ModelsOffered } from "./command-result.ts";

const modeNames = permissionModes.map(({ name }) => name);

/** Who answers and what may happen, and a message for later. */
export const modelCommands: readonly SessionCommand[] = [
  {
    name: "model",
    argument: { hint: "ID", isOptional: true },
    description: "Choose the model; PROVIDER ID changes both",
    async run(argument, scope) {
      const { session, providers } = scope;
      const now = session.settings();
      const [first = "", ...rest] = argument.split(/\s+/);
      const named = Object.hasOwn(providers.known, first) ? providers.known[first] : undefined;
      const provider = named ? first : now.provider;
      const model = named ? rest.join(" ") || named.defaultModel : argument;
      if (model === undefined || model === "") return modelsOf(provider, scope);
      await requireOffered(scope, { provider, model }, now.cwd);
      await session.setModel(provider, model);
      return { kind: "model", provider, model };
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
    name: "permissions",
    description: "What decides about calls here: rules and remembered answers; then choose the mode",
    async run(_, { machine, session }) {
      const { cwd, mode } = session.settings();
      const listed = await listPermissions(machine, cwd);
      const modeFrom = listed.mode === mode ? listed.modeFrom : "this session";
      return {
        kind: "permissions",
        listed: { ...listed, mode, modeFrom },
        current: mode,
        modes: permissionModes,
      };
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

async function modelsOf(provider: string, scope: CommandScope): Promise<ModelsOffered> {
  const { machine, providers, session } = scope;
  const { cwd, ...current } = session.settings();
  const [models, listed] = await Promise.all([
    offeredModels(scope, provider, cwd),
    listProviders(machine, providers, cwd),
  ]);
  // A server on this machine that needs no key may not be there: only what was set up is offered.
  const others = listed.filter(
    ({ id, missing, key, baseUrl }) =>
      id !== provider && missing.length === 0 && (key !== null || baseUrl !== null),
  );
  const { provider: named, model } = current;
  return {
    kind: "models",
    current: { provider: named, model },
    provider,
    models,
    others: others.map(({ id }) => id),
  };
}
