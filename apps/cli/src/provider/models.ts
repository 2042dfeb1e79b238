import { widthOf } from "@skein/terminal/table";
import { describedModels, keptCatalog } from "@skein/host/providers";
import { modelTable, modelTableNote } from "@skein/terminal-chat/machine";
import { thisMachine } from "../machine.ts";
import { note, printJson } from "../print.ts";
import { chosenProvider } from "./chosen-provider.ts";

export async function listModels(wanted: string | undefined, asJson: boolean): Promise<number> {
  const { id, provider } = await chosenProvider(wanted);
  const models = await describedModels(provider);
  const kept = await keptCatalog(thisMachine(), id);
  const fetched = kept && { source: kept.source, fetchedAt: kept.fetchedAt };
  if (asJson) printJson({ provider: id, models, ...(fetched ? { fetched } : {}) });
  else if (models.length === 0) note(`${id} lists no models. Name one with --model all the same.`);
  else process.stdout.write(modelTable(models, widthOf(process.stdout)));
  if (!asJson && models.length > 0) note(modelTableNote(fetched));
  return 0;
}
