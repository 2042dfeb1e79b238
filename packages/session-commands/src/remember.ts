import { ConfigError } from "@skein/protocol";
import { rememberedNote } from "@skein/host/agents";
import { memoryPlaces, rememberHere } from "@skein/host/memory";
import { keptKeys, machineRedactor } from "@skein/host/secrets";
import type { CommandScope } from "./command.ts";
import type { CommandResult } from "./command-result.ts";

/** Has a text remembered, and lets the model know it. @param argument - `user: TEXT`, `project: TEXT`, or only the text. */
export async function remember(argument: string, scope: CommandScope): Promise<CommandResult> {
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
