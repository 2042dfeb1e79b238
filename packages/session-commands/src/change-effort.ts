import { effortLevels, effortWord } from "@skein/protocol";
import type { CommandScope } from "./command.ts";
import type { CommandResult } from "./command-result.ts";

/** Changes the effort; without one, says which the model takes. */
export async function changeEffort(
  argument: string,
  { session, runtime }: CommandScope,
): Promise<CommandResult> {
  if (argument !== "") {
    await session.setEffort(argument);
    return { kind: "effort", effort: argument };
  }
  const { provider, model, options, ...settings } = session.settings();
  const levels = effortLevels(await runtime.model(provider, model, settings));
  const efforts = levels.length === 0 ? [] : [...levels, effortWord(undefined)];
  return { kind: "efforts", model, current: effortWord(options?.effort), efforts };
}
