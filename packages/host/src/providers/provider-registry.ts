import { unknownProvider } from "@skein/settings";
import type { ModelProvider } from "@skein/protocol";
import { bundledDefinitions } from "@skein/provider-definitions/bundled";
import type { Machine } from "../machine.ts";
import { hasDefinitions } from "./definition-folders.ts";
import { hasCatalog } from "./catalog/catalog-file.ts";
import type { KnownProvider, KnownProviders } from "./known-provider.ts";
import { withServerHints } from "./local-servers.ts";
import { providerAccess, type KeyListeners } from "./provider-access.ts";
import { loadOpenDefinition, loadOwnDefinitions, loadWithCatalog } from "../later.ts";

/** What the definitions of one folder brought beside providers. */
export interface LearnedProviders {
  /** What is to be said of those that do not count. */
  readonly warnings: readonly string[];
  /** The project's folder of definitions, when none of them counts: the project is not trusted. */
  readonly untrusted?: string;
}

/** Loads a provider with its key, by id: what a runtime takes. */
export type ProviderLoaders = Readonly<Record<string, () => Promise<ModelProvider>>>;

export interface ProviderRegistry {
  /**
   * Those that the app brings, then those of definitions; those of the user and of a project are among them after `learn`.
   * Always the same object.
   */
  readonly known: KnownProviders;
  /** Those that the app brings: definitions can name them as the ones who speak their wire. */
  readonly engines: KnownProviders;
  /** Throws `ConfigError` that lists the known ones. */
  named(id: string): KnownProvider;
  /**
   * Takes in the definitions of the user and of the project in `cwd`, which must be trusted, in place of those that it has
   * learned before. To be called before a provider is looked up. A user's definition wins over a bundled one, a project's
   * over none; none wins over a provider that the app brings.
   */
  learn(machine: Machine, cwd: string): Promise<LearnedProviders>;
  loaders(machine: Machine, listeners: KeyListeners): ProviderLoaders;
  /** Ids of providers whose key is in the environment, and that need no model to be named. */
  withKey(env: Machine["env"]): readonly string[];
}

/** @param engines - the providers that the app brings, by id: it holds what it names, and no other. */
export function createProviderRegistry(engines: KnownProviders): ProviderRegistry {
  const bundled = Object.entries(bundledDefinitions).map(
    ([id, { load, ...facts }]): [string, KnownProvider] => [
      id,
      {
        ...facts,
        definedBy: "bundled",
        load: async (access) => {
          const { bundledProvider } = await loadOpenDefinition();
          return bundledProvider(id, load, { engines, access });
        },
      },
    ],
  );
  const always: KnownProviders = { ...engines, ...Object.fromEntries(bundled) };
  const known: Record<string, KnownProvider> = { ...always };

  /** All at once, so that no reader sees half of them. */
  function replace(all: KnownProviders): void {
    for (const id of Object.keys(known)) delete known[id];
    Object.assign(known, all);
  }

  return {
    known,
    engines,
    named(id) {
      const found = Object.hasOwn(known, id) ? known[id] : undefined;
      if (found) return found;
      throw unknownProvider(id, Object.keys(known), { do: "add-provider" });
    },
    async learn(machine, cwd) {
      if (!hasDefinitions(machine, cwd)) {
        replace(always);
        return { warnings: [] };
      }
      const { ownDefinitions } = await loadOwnDefinitions();
      const { found, warnings, untrusted } = await ownDefinitions(machine, cwd, engines);
      const all: Record<string, KnownProvider> = { ...always };
      const refused = found.flatMap(({ id, file, provider }) => {
        const isTaken = Object.hasOwn(provider.definedBy === "project" ? all : engines, id);
        if (isTaken) return [`${file} does not count: there is a provider ${id} already.`];
        all[id] = provider;
        return [];
      });
      replace(all);
      return { warnings: [...warnings, ...refused], ...(untrusted === undefined ? {} : { untrusted }) };
    },
    loaders: (machine, listeners) =>
      Object.fromEntries(
        Object.entries(known).map(([id, { load, addressVariable, keyVariables }]) => [
          id,
          async () => {
            const access = await providerAccess(machine, { id, addressVariable, keyVariables }, listeners);
            const loaded = await load(access);
            const provider = hasCatalog(machine, id)
              ? await (await loadWithCatalog()).withCatalog(machine, loaded)
              : loaded;
            return withServerHints(provider, known);
          },
        ]),
      ),
    withKey: (env) =>
      Object.entries(known)
        .filter(([, { defaultModel }]) => defaultModel !== undefined)
        .filter(([, { keyVariables }]) => keyVariables.some((name) => (env[name] ?? "").trim() !== ""))
        .map(([id]) => id),
  };
}
