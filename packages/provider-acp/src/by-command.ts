import { ConfigError, type AttemptModel, type ModelProvider } from "@skein/protocol";
import { agentsOwnModel, defaultProviderId } from "./names.ts";
import { createAcp, type AcpProvider } from "./provider.ts";
import type { AcpSettings } from "./settings.ts";

export interface ByCommandSettings extends Omit<AcpSettings, "command" | "args" | "id"> {
  /** One agent, as a definition names it: then this is its provider. */
  readonly agent?:
    | Pick<AcpSettings, "command" | "args" | "variables" | "mode" | "authMethod" | "id">
    | undefined;
  /** Splits a command line into words; `undefined` when it cannot be. Default: at spaces. */
  readonly splitWords?: ((line: string) => readonly string[] | undefined) | undefined;
}

/**
 * Any agent, by its command line, which is the model's id: `node agent.js --acp`.
 */
export function createAcpByCommand({
  agent,
  splitWords = atSpaces,
  ...settings
}: ByCommandSettings = {}): ModelProvider {
  if (agent) return createAcp({ ...settings, ...agent });
  const agents = new Map<string, AcpProvider>();
  const agentOf = (line: string): AcpProvider => {
    const words = splitWords(line);
    if (!words)
      throw new ConfigError("usage", `A quote is not closed in the agent's command: ${line}`, {
        hint: "Close it, or give the agent a definition with its command and args.",
      });
    const [command = "", ...args] = words;
    const found = agents.get(line) ?? createAcp({ ...settings, command, args, id: defaultProviderId });
    agents.set(line, found);
    return found;
  };
  const unnamed = async (): Promise<never> => {
    throw new ConfigError("usage", "Which agent? Its command is the model's name.", {
      nextStep: { do: "name-model" },
    });
  };
  return {
    id: defaultProviderId,
    model: (line): AttemptModel => ({ ...agentOf(line).model(agentsOwnModel), id: line }),
    prepare: async () => {},
    models: async () => [],
    check: unnamed,
  };
}

const atSpaces = (line: string): readonly string[] => line.split(" ").filter((word) => word !== "");
