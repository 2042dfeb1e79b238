import { existsSync } from "node:fs";
import type { Parsed } from "@skein/command-line";
import { checkDefinition, definitionFields, definitionFile, keepDefinition } from "@skein/host/providers";
import { ConfigError, type JsonObject } from "@skein/protocol";
import { readDefinition, type ProviderDefinition } from "@skein/provider-definitions";
import type { providerAddFlags } from "@skein/command-line/command-flags";
import { thisMachine } from "../machine.ts";
import { engines } from "../providers.ts";
import { warn } from "../print.ts";

type Flags = Parsed<typeof providerAddFlags> & { readonly name?: string };

/** Checks a definition, asks it once if that is wanted, and keeps it. Nothing is written when something is wrong. */
export async function addProvider(given: string | undefined, flags: Flags): Promise<number> {
  const machine = thisMachine();
  const fields = { ...(given === undefined ? {} : await fieldsOf(given)), ...fieldsFrom(flags) };
  const { definition, warnings } = await readDefinition(JSON.stringify(fields), given ?? "the definition");
  for (const warning of warnings) warn(warning);
  const { name } = definition;
  if (Object.hasOwn(engines, name)) {
    throw new ConfigError("usage", `${name} is the name of a provider that is a package.`, {
      hint: "Give the definition another name: --name NAME",
    });
  }
  const file = definitionFile(machine, name);
  if (existsSync(file) && !flags.force) {
    throw new ConfigError("usage", `${file} is there already.`, {
      hint: "Add --force to put the new definition in its place, or give it another name: --name NAME",
    });
  }
  if (flags.try) {
    await checkDefinition(machine, definition, { engines, say: warn });
    warn(`${name} answers.`);
  }
  warn(`${name} is in ${await keepDefinition(machine, name, fields)}.`);
  warn(nextStep(definition));
  return 0;
}

async function fieldsOf(file: string): Promise<JsonObject> {
  const fields = await definitionFields(file);
  if (fields) return fields;
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

function nextStep(definition: ProviderDefinition): string {
  const {
    name,
    keyVariables: [variable],
    defaultModel,
    setupSteps,
    deviceLogin,
  } = definition;
  const model = defaultModel === undefined ? " --model ID" : "";
  const run = `Now: skein run --provider ${name}${model} -t "hello"`;
  const isSet = variable === undefined || (process.env[variable] ?? "").trim() !== "";
  if (isSet) return run;
  return [
    ...setupSteps,
    ...(deviceLogin ? [`Log in: skein provider login ${name}`] : []),
    `Set ${variable}, or keep the key: skein configure --provider ${name}${model} --key-stdin. ${run}`,
  ].join("\n");
}
