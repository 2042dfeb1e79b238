import { jsonText } from "@skein/terminal";
import { widthOf } from "@skein/terminal/table";
import { describedModels } from "@skein/host/providers";
import { modelTable } from "@skein/terminal-chat/machine";
import { chosenProvider } from "./chosen-provider.ts";

export async function listModels(wanted: string | undefined, asJson: boolean): Promise<number> {
  const { id, provider } = await chosenProvider(wanted);
  const models = await describedModels(provider);
  const { stdout, stderr } = process;
  if (asJson) {
    stdout.write(`${jsonText({ provider: id, models }, 2)}\n`);
    return 0;
  }
  if (models.length === 0) {
    stderr.write(`${id} lists no models. Name one with --model all the same.\n`);
    return 0;
  }
  stdout.write(modelTable(models, widthOf(stdout)));
  stderr.write("Tokens; US dollars per million tokens. ?: not known.\n");
  return 0;
}
