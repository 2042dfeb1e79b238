import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError, type JsonObject, type JsonValue } from "@skein/protocol";
import { readDefinition, type ProviderDefinition } from "@skein/provider-definitions";
import { editConfigFile, readConfigFile } from "@skein/settings";
import { definitionsFolder, openDefinition, providerAccess } from "@skein/host/providers";
import { thisMachine } from "../machine.ts";
import type { providerAddFlags } from "../arguments/flags.ts";
import type { Parsed } from "../arguments/parse-flags.ts";
import { engines } from "../providers.ts";
import { say } from "./say.ts";

type Flags = Parsed<typeof providerAddFlags>;

/** Checks a definition, asks it once if that is wanted, and keeps it. Nothing is written when something is wrong. */
export async function addProvider(given: string | undefined, flags: Flags): Promise<number> {
  const fields = { ...(given === undefined ? {} : await fieldsOf(given)), ...fieldsFrom(flags) };
  const { definition, warnings } = await readDefinition(JSON.stringify(fields), given ?? "the definition");
  for (const warning of warnings) say(warning);
  const { name } = definition;
  if (Object.hasOwn(engines, name)) {
    throw new ConfigError("usage", `${name} is the name of a provider that is a package.`, {
      hint: "Give the definition another name: --name NAME",
    });
  }
  const file = join(definitionsFolder(thisMachine()), `${name}.yaml`);
  if (existsSync(file) && !flags.force) {
    throw new ConfigError("usage", `${file} is there already.`, {
      hint: "Add --force to put the new definition in its place, or give it another name: --name NAME",
    });
  }
  if (flags.try) await tryOnce(definition);
  await rm(file, { force: true });
  const changes = Object.entries<JsonValue>({ ...fields, name }).flatMap(([field, value]) =>
    value === null ? [] : [{ path: [field], value }],
  );
  await editConfigFile(file, changes);
  say(`${name} is in ${file}.`);
  say(nextStep(definition));
  return 0;
}

/** Other programs write JSON, which is YAML too. */
async function fieldsOf(file: string): Promise<JsonObject> {
  const entries = await readConfigFile(file);
  if (entries) return Object.fromEntries(entries.map(({ key, value }) => [key, value]));
  throw new ConfigError("unreadable", `There is no file ${file}.`, {
    hint: "Name a file with a definition, or say it with --name and --base-url.",
  });
}

function fieldsFrom(flags: Flags): JsonObject {
  const { name, engine, "base-url": baseUrl, "key-env": keyVariable, model } = flags;
  return {
    ...(name === undefined ? {} : { name }),
    ...(engine === undefined ? (baseUrl === undefined ? {} : { engine: "openai" }) : { engine }),
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    ...(keyVariable === undefined ? {} : { api_key_env: keyVariable }),
    ...(model === undefined ? {} : { models: model.map((id) => ({ name: id })) }),
  };
}

async function tryOnce(definition: ProviderDefinition): Promise<void> {
  const access = await providerAccess(
    thisMachine(),
    { id: definition.name, addressVariable: undefined },
    { say },
  );
  const provider = openDefinition(definition, { engines, access });
  await provider.check();
  say(`${definition.name} answers.`);
}

function nextStep({ name, keyVariables: [variable], defaultModel, setupSteps }: ProviderDefinition): string {
  const model = defaultModel === undefined ? " --model ID" : "";
  const run = `Now: skein run --provider ${name}${model} -t "hello"`;
  const isSet = variable === undefined || (process.env[variable] ?? "").trim() !== "";
  if (isSet) return run;
  return [
    ...setupSteps,
    `Set ${variable}, or keep the key: skein configure --provider ${name}${model} --key-stdin. ${run}`,
  ].join("\n");
}
