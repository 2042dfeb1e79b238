import { ConfigError } from "@skein/protocol";
import { runUserCommand } from "@skein/runtime";
import { commandNote, rememberedNote } from "../messages/command-note.ts";
import { memoryPlaces, rememberHere } from "../memory/remember-here.ts";
import { keptKeys, machineRedactor } from "../secrets/machine-redactor.ts";
import type { CommandScope, SessionCommand } from "./command.ts";
import type { CommandResult } from "./command-result.ts";

/** What the user does beside the model, and the model then knows. */
export const userCommands: readonly SessionCommand[] = [
  {
    name: "shell",
    argument: { hint: "COMMAND" },
    description:
      "Run a command of your own, also as !COMMAND; the model reads its output with your next message",
    run: runShell,
  },
  {
    name: "remember",
    argument: { hint: "TEXT" },
    description: "Remember it in later sessions, also as # TEXT; asks whether for you or for this project",
    run: remember,
  },
];

async function runShell(text: string, { machine, session, output }: CommandScope): Promise<CommandResult> {
  if (text === "") throw new ConfigError("usage", "There is no command to run.");
  const stopper = new AbortController();
  return session.alone(async () => {
    const startedAt = performance.now();
    const { cwd } = session.settings();
    const command = { text, cwd, environment: machine.env, onOutput: (told: string) => output?.(told) };
    const end = await runUserCommand(command, stopper.signal);
    await session.note(commandNote(text, end));
    return { kind: "shell", command: text, end, durationMs: performance.now() - startedAt };
  }, stopper);
}

async function remember(argument: string, scope: CommandScope): Promise<CommandResult> {
  const { machine, session } = scope;
  const { cwd, builtins } = session.settings();
  const [, named, text = ""] = /^(?:(user|project):\s)?([^]*)$/.exec(argument) ?? [];
  if (text.trim() === "") throw new ConfigError("usage", "There is nothing to remember.");
  const places = memoryPlaces(machine, cwd);
  const place = places.find((one) => one.scope === named);
  if (!place) return { kind: "remember-where", text: text.trim(), places };
  const redactor = await machineRedactor(scope, cwd, await keptKeys(scope, cwd));
  const holdsSecret = (said: string) => redactor.redact(said) !== said;
  const file = await rememberHere(machine, cwd, { scope: place.scope, text: text.trim(), holdsSecret });
  await session.note(rememberedNote(text.trim()));
  return { kind: "remembered", file, isOn: builtins.includes("memory") };
}
