import { workingFolder } from "@skein/command-line";
import { isProviderChosen } from "@skein/command-line/configure";
import { thisMachine } from "../machine.ts";
import { note } from "../print.ts";
import { learnProviders, providerRegistry } from "../providers.ts";
import { loadAskAndSave } from "../later.ts";

/** What a command was told. All but the folder may say who answers. */
interface Wishes {
  readonly provider?: string | undefined;
  readonly recipe?: string | undefined;
  readonly agent?: string | undefined;
  readonly resume?: boolean | undefined;
  readonly cwd?: string | undefined;
}

/**
 * Where nothing says who answers and somebody is there to be asked, asks before anything else: the first word of a newcomer
 * leads to an answer.
 *
 * @returns whether the command can go on; otherwise the person has given up, which was said.
 */
export async function configuredFirst({ cwd, resume, ...named }: Wishes): Promise<boolean> {
  if (resume || [named.provider, named.recipe, named.agent].some((one) => one !== undefined)) return true;
  const folder = workingFolder(cwd);
  const machine = thisMachine();
  if (providerRegistry.withKey(machine.env).length > 0) return true;
  const notes = await learnProviders(folder);
  if (await isProviderChosen(machine, providerRegistry, folder)) return true;
  notes.forEach(note);
  const { askAndSave } = await loadAskAndSave();
  return askAndSave({ isTried: true });
}
