import { currentConfig, saveConfig } from "@skein/host/configure";
import { thisMachine } from "../machine.ts";
import { promptsHere } from "../prompts.ts";
import { providerRegistry } from "../providers.ts";
import { chooseByAsking } from "./by-asking.ts";
import { sayAll, savedLines } from "./saved-lines.ts";

/** Asks who answers, tries it and saves it. @returns whether it was; otherwise nothing has changed, which was said. */
export async function askAndSave({ isTried }: { readonly isTried: boolean }): Promise<boolean> {
  const machine = thisMachine();
  const current = await currentConfig(machine);
  const chosen = await chooseByAsking(await promptsHere(), current, isTried);
  if (!chosen) {
    sayAll(["Nothing was changed."]);
    return false;
  }
  sayAll(savedLines(await saveConfig(machine, { ...chosen, providers: providerRegistry, current })));
  return true;
}
