import type { AvailableCommand } from "@agentclientprotocol/sdk/unstable";
import type { LiveSession, SessionInput } from "@skein/host";
import {
  readCommandLine,
  sessionCommands,
  type CommandInfo,
  type SessionCommands,
} from "@skein/session-commands";

/**
 * The commands of a session that a prompt can be: skills, recipes of the settings, and prompts of extensions, whose line the
 * session reads itself. The others are a terminal's.
 */
export interface MessageCommands {
  available(session: LiveSession): Promise<AvailableCommand[]>;
  /** What is sent for a prompt: for such a command its message, for anything else the prompt itself. */
  messageOf(input: SessionInput, session: LiveSession): Promise<SessionInput>;
}

export function messageCommands(commands: SessionCommands): MessageCommands {
  const isMessage = ({ name }: CommandInfo) => !sessionCommands.some((command) => command.name === name);
  const own = commands.list.filter(isMessage);
  return {
    available: async (session) =>
      (await commands.listIn(session)).filter(isMessage).map(({ name, description, argument }) => ({
        name,
        description,
        ...(argument ? { input: { hint: argument.hint } } : {}),
      })),
    async messageOf(input, session) {
      const line = typeof input === "string" ? readCommandLine(input) : undefined;
      if (!line || !own.some(({ name }) => name === line.name)) return input;
      const result = await commands.run(line, session);
      return result.kind === "send" ? result.text : input;
    },
  };
}
