import { jsonText } from "@skein/terminal";
import { widthOf } from "@skein/terminal/table";
import { listProviders as providersHere } from "@skein/host/providers";
import { providerTable } from "@skein/terminal-chat/machine";
import { thisMachine } from "../machine.ts";
import { learnProviders, providerRegistry } from "../providers.ts";
import { warn } from "../print.ts";

export async function listProviders(asJson: boolean): Promise<number> {
  for (const warning of await learnProviders(process.cwd())) warn(warning);
  const providers = await providersHere(thisMachine(), providerRegistry, process.cwd());
  const { stdout } = process;
  const text = asJson
    ? `${jsonText({ providers }, 2)}\n`
    : providerTable(providers, { width: widthOf(stdout), configure: "skein configure" });
  stdout.write(text);
  return 0;
}
