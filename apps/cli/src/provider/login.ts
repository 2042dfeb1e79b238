import { ConfigError } from "@skein/protocol";
import { deviceLogin, readDefinition, type ProviderDefinition } from "@skein/provider-definitions";
import { bundledDefinitions } from "@skein/provider-definitions/bundled";
import { readConfigFile } from "@skein/settings";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { bundledDefinition, definitionsFolder } from "@skein/host/providers";
import { keptSecrets } from "@skein/host/secrets";
import { thisMachine } from "../machine.ts";
import { knownProvider, learnProviders } from "../providers.ts";
import { say } from "./say.ts";

/** Gets a key by a code that a person enters on the vendor's page, and keeps it. */
export async function logIn(id: string | undefined): Promise<number> {
  if (id === undefined) {
    throw new ConfigError("usage", "Where to log in?", {
      hint: "Name the provider: skein provider login ID",
    });
  }
  for (const warning of await learnProviders(process.cwd())) say(warning);
  const [variable] = knownProvider(id).keyVariables;
  const definition = await definitionNamed(id);
  if (variable === undefined || !definition?.deviceLogin) {
    throw new ConfigError("usage", `${id} has no login by a code.`, {
      hint: `Keep its key with: skein configure --provider ${id} --key-stdin`,
    });
  }
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort(new Error("The login was given up.")));
  const show = (code: string, page: string) => say(`Open ${page} and enter the code ${code}`);
  const key = await deviceLogin(definition, { show, signal: stop.signal });
  const place = await keptSecrets(thisMachine()).set(variable, key);
  say(
    place.kind === "keyring" ? `${variable} is in the system's keyring.` : `${variable} is in ${place.path}.`,
  );
  return 0;
}

/** A user's definition wins over a bundled one. */
async function definitionNamed(id: string): Promise<ProviderDefinition | undefined> {
  const file = join(definitionsFolder(thisMachine()), `${id}.yaml`);
  if (existsSync(file)) {
    const entries = (await readConfigFile(file)) ?? [];
    const fields = Object.fromEntries(entries.map(({ key, value }) => [key, value]));
    return (await readDefinition(JSON.stringify(fields), file)).definition;
  }
  const bundled = Object.hasOwn(bundledDefinitions, id) ? bundledDefinitions[id] : undefined;
  return bundled && bundledDefinition(id, bundled.load);
}
