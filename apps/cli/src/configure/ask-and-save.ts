import { currentConfig, saveConfig } from "@skein/command-line/configure";
import { askForConfig, savedLines } from "@skein/terminal-chat/configure";
import { thisMachine } from "../machine.ts";
import { openErrorText } from "../output/error-text.ts";
import { note } from "../print.ts";
import { promptsHere } from "../prompts.ts";
import { providerRegistry as providers } from "../providers.ts";

/** Asks who answers, tries it and saves it. @returns whether it was; otherwise nothing has changed, which was said. */
export async function askAndSave({ isTried }: { readonly isTried: boolean }): Promise<boolean> {
  const machine = thisMachine();
  const current = await currentConfig(machine);
  const questions = { machine, providers, current, isTried, describe: await openErrorText() };
  const chosen = await askForConfig(await promptsHere(), questions);
  if (chosen) savedLines(await saveConfig(machine, { ...chosen, providers, current })).forEach(note);
  else note("Nothing was changed.");
  return chosen !== undefined;
}
