import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject, JsonValue } from "@skein/protocol";
import { readDefinition, type Engines, type ProviderDefinition } from "@skein/provider-definitions";
import { bundledDefinitions } from "@skein/provider-definitions/bundled";
import { editConfigFile, readConfigFile } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { definitionsFolder } from "./definition-folders.ts";
import { bundledDefinition, openDefinition } from "./open-definition.ts";
import { providerAccess } from "./provider-access.ts";

/** The user's own definition of that name. */
export function definitionFile(machine: Machine, name: string): string {
  return join(definitionsFolder(machine), `${name}.yaml`);
}

/** Other programs write JSON, which is YAML too. @returns `undefined` when there is no such file. */
export async function definitionFields(file: string): Promise<JsonObject | undefined> {
  const entries = await readConfigFile(file);
  return entries && Object.fromEntries(entries.map(({ key, value }) => [key, value]));
}

/** Asks the provider of a definition once. Throws `ConfigError` and `ProviderError`. */
export async function checkDefinition(
  machine: Machine,
  definition: ProviderDefinition,
  { engines, say }: { readonly engines: Engines; readonly say: (sentence: string) => void },
): Promise<void> {
  const access = await providerAccess(
    machine,
    { id: definition.name, keyVariables: definition.keyVariables },
    { say },
  );
  await openDefinition(definition, { engines, access }).check();
}

/** Keeps a definition among the user's own, in place of one of its name. @returns its file. */
export async function keepDefinition(machine: Machine, name: string, fields: JsonObject): Promise<string> {
  const file = definitionFile(machine, name);
  await rm(file, { force: true });
  const changes = Object.entries<JsonValue>({ ...fields, name }).flatMap(([field, value]) =>
    value === null ? [] : [{ path: [field], value }],
  );
  await editConfigFile(file, changes);
  return file;
}

/** A user's definition wins over a bundled one. */
export async function definitionNamed(machine: Machine, id: string): Promise<ProviderDefinition | undefined> {
  const folder = definitionsFolder(machine);
  const file = [".yaml", ".yml", ".json"]
    .map((end) => join(folder, `${id}${end}`))
    .find((path) => existsSync(path));
  if (file !== undefined) {
    const fields = (await definitionFields(file)) ?? {};
    return (await readDefinition(JSON.stringify(fields), file)).definition;
  }
  const bundled = Object.hasOwn(bundledDefinitions, id) ? bundledDefinitions[id] : undefined;
  return bundled && bundledDefinition(id, bundled.load);
}
