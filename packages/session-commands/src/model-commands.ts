import { ConfigError, efforts } from "@skein/protocol";
import { permissionModes } from "@skein/permissions";
import type { SessionCommand } from "./command.ts";
import { loadChangeEffort, loadChangeModel, loadHostPermissions } from "./later.ts";

const modeNames = permissionModes.map(({ name }) => name);

/** Who answers and what may happen, and a message for later. */
export const modelCommands: readonly SessionCommand[] = [
  {
    name: "model",
    argument: { hint: "ID", isOptional: true },
    description: "Choose the model; PROVIDER ID changes both",
    run: async (argument, scope) => (await loadChangeModel()).changeModel(argument, scope),
  },
  {
    name: "effort",
    argument: { hint: "EFFORT", isOptional: true, values: [...efforts, "default"] },
    description: "Show or change how much the model reasons",
    run: async (argument, scope) => (await loadChangeEffort()).changeEffort(argument, scope),
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
      const { listPermissions } = await loadHostPermissions();
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
