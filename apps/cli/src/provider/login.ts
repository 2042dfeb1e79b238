import { definitionNamed } from "@skein/host/providers";
import { keptSecrets } from "@skein/host/secrets";
import { ConfigError } from "@skein/protocol";
import { deviceLogin } from "@skein/provider-definitions";
import { thisMachine } from "../machine.ts";
import { knownProvider, learnProviders } from "../providers.ts";
import { warn } from "../print.ts";

/** Gets a key by a code that a person enters on the vendor's page, and keeps it. */
export async function logIn(id: string): Promise<number> {
  for (const warning of await learnProviders(process.cwd())) warn(warning);
  const [variable] = knownProvider(id).keyVariables;
  const definition = await definitionNamed(thisMachine(), id);
  if (variable === undefined || !definition?.deviceLogin) {
    throw new ConfigError("usage", `${id} has no login by a code.`, {
      hint: `Keep its key with: skein configure --provider ${id} --key-stdin`,
    });
  }
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort(new Error("The login was given up.")));
  const show = (code: string, page: string) => warn(`Open ${page} and enter the code ${code}`);
  const key = await deviceLogin(definition, { show, signal: stop.signal });
  const place = await keptSecrets(thisMachine()).set(variable, key);
  warn(
    place.kind === "keyring" ? `${variable} is in the system's keyring.` : `${variable} is in ${place.path}.`,
  );
  return 0;
}
