import { readdir, readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { ConfigError, messageOf } from "@skein/protocol";
import { trustStore } from "@skein/settings";
import { readText } from "@skein/platform/text";
import type { ProviderDefinition } from "@skein/provider-definitions";
import type { Machine } from "../machine.ts";
import { userSettings } from "../settings/user-entries.ts";
import { agentEngine, agentProvider } from "./agent-definition.ts";
import { definitionsFolder, projectDefinitions } from "./definition-folders.ts";
import { definitionFields } from "./kept-definition.ts";
import type { KnownProvider, KnownProviders } from "./known-provider.ts";
import { loadOpenDefinition, loadProviderDefinitions } from "../later.ts";

/** Files that are read of one folder. */
const maxFiles = 200;

interface OwnProvider {
  readonly id: string;
  readonly file: string;
  readonly provider: KnownProvider;
}

export interface OwnDefinitions {
  readonly found: readonly OwnProvider[];
  readonly warnings: readonly string[];
  /** The project's folder of definitions, when none of them counts: the project is not trusted. */
  readonly untrusted?: string;
}

/**
 * Definitions in the user's folder and, when it is trusted, in the `.skein/providers` of the project in `cwd`. One that
 * cannot be read is a provider all the same, which says so when it is asked for.
 */
export async function ownDefinitions(
  machine: Machine,
  cwd: string,
  engines: KnownProviders,
): Promise<OwnDefinitions> {
  const { project, folder } = projectDefinitions(cwd);
  const [users, ofProject] = await Promise.all([filesIn(definitionsFolder(machine)), filesIn(folder)]);
  const isRestricted = ofProject.length > 0 && (await userSettings(machine)).values.restricted;
  const projects = isRestricted ? [] : ofProject;
  const isTrusted =
    projects.length === 0 || (await trustStore(machine.directories.data).check(project)) === "trusted";
  const own = await Promise.all([
    ...users.map((file) => providerOf(file, "user", engines)),
    ...(isTrusted ? projects.map((file) => providerOf(file, "project", engines)) : []),
  ]);
  return {
    found: own.map(({ provider }) => provider),
    warnings: own.flatMap(({ warnings }) => warnings),
    ...(isTrusted ? {} : { untrusted: folder }),
  };
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /^[^.].*\.(ya?ml|json)$/i.test(name))
    .toSorted()
    .slice(0, maxFiles)
    .map((name) => join(folder, name));
}

async function providerOf(
  file: string,
  definedBy: "user" | "project",
  engines: KnownProviders,
): Promise<{ readonly provider: OwnProvider; readonly warnings: readonly string[] }> {
  try {
    const { readDefinition } = await loadProviderDefinitions();
    const text = await readDefinitionFile(file);
    if (isAgent(text)) {
      const fields = (await definitionFields(file)) ?? {};
      const { id, provider } = agentProvider(fields, file, engines);
      return { provider: { id, file, provider: { ...provider, definedBy } }, warnings: [] };
    }
    const { definition, warnings } = await readDefinition(text, file);
    const provider = await knownFrom(definition, definedBy, engines);
    return { provider: { id: definition.name, file, provider }, warnings };
  } catch (error) {
    const id = basename(file, extname(file)).toLowerCase();
    const description = `cannot be used: ${messageOf(error)}`;
    const load = async () => {
      throw error;
    };
    return {
      provider: { id, file, provider: { description, keyVariables: [], definedBy, load } },
      warnings: [],
    };
  }
}

/** Its wire is that of agents, so that it has a program and no address. */
const isAgent = (text: string): boolean =>
  new RegExp(`^\\s*"?engine"?\\s*:\\s*["']?${agentEngine}\\b`, "m").test(text);

async function readDefinitionFile(file: string): Promise<string> {
  try {
    const read = await readText(await readFile(file));
    if (read.isGuess) throw new Error(`it is not UTF-8; it could be ${read.encoding}`);
    return read.text;
  } catch (cause) {
    throw new ConfigError("unreadable", `${file} cannot be read: ${messageOf(cause)}.`, {
      cause,
      hint: "Fix or remove it.",
    });
  }
}

async function knownFrom(
  definition: ProviderDefinition,
  definedBy: "user" | "project",
  engines: KnownProviders,
): Promise<KnownProvider> {
  const { addressVariableOf } = await loadProviderDefinitions();
  return {
    description: definition.description || definition.displayName,
    keyVariables: definition.keyVariables,
    ...(definition.needsKey ? {} : { isKeyOptional: true }),
    addressVariable: addressVariableOf(definition),
    neededVariables: definition.variables
      .filter((variable) => variable.isRequired && variable.default === undefined)
      .map(({ name }) => name),
    definedBy,
    catalogId: definition.catalogId,
    ...(definition.defaultModel === undefined ? {} : { defaultModel: definition.defaultModel }),
    load: async (access) => {
      const { openDefinition } = await loadOpenDefinition();
      return openDefinition(definition, { engines, access });
    },
  };
}
