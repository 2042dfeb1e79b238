import { jsonText } from "@skein/terminal";
import { exitCodes, outcomeOfError } from "@skein/protocol";
import { openErrorText } from "../output/error-text.ts";
import { sayError } from "../output/say-error.ts";
import { chosenProvider } from "./chosen-provider.ts";

export async function checkProvider(wanted: string | undefined, asJson: boolean): Promise<number> {
  const { id, provider } = await chosenProvider(wanted);
  const { stdout, stderr } = process;
  const began = performance.now();
  try {
    await provider.check();
  } catch (error) {
    const said = (await openErrorText())(error);
    const exitCode = exitCodes[outcomeOfError(error)];
    if (asJson) stdout.write(`${jsonText({ provider: id, ok: false, error: said }, 2)}\n`);
    else sayError(said, stderr);
    return exitCode;
  }
  const latencyMs = Math.round(performance.now() - began);
  if (asJson) stdout.write(`${jsonText({ provider: id, ok: true, latencyMs }, 2)}\n`);
  else stdout.write(`${id} answers (${latencyMs} ms).\n`);
  return 0;
}
