import { resolve } from "node:path";
import type { CreateTerminalRequest } from "@agentclientprotocol/sdk";

/** One command for a shell, with the folder and the variables that an agent names. */
export function commandLine(
  { command, args = [], env = [], cwd }: Pick<CreateTerminalRequest, "command" | "args" | "env" | "cwd">,
  own: string,
): string {
  // Some agents send a whole command line without arguments.
  const line = args.length === 0 ? command : [command, ...args].map(quoted).join(" ");
  const variables = env.map(({ name, value }) => `export ${name}=${quoted(value)};`);
  const folder = typeof cwd === "string" && resolve(cwd) !== resolve(own) ? [`cd ${quoted(cwd)} &&`] : [];
  return [...variables, ...folder, line].join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
