import type { HostNotice } from "../host-notice.ts";
import type { Machine } from "../machine.ts";
import { definitionsProblem } from "../settings/trust-problem.ts";
import { projectDefinitions } from "./definition-folders.ts";
import type { KnownProviders } from "./known-provider.ts";
import { createProviderRegistry, type ProviderRegistry } from "./provider-registry.ts";

/** The providers of each folder: those of the app, with the definitions of the user and of the folder's project. */
export interface FolderProviders {
  in(cwd: string): ProviderRegistry;
  /** Reads the definitions again. */
  learn(cwd: string): Promise<void>;
  hasLearned(cwd: string): boolean;
}

/** @param engines - those of the app. @param notify - told of definitions that are left out. */
export function folderProviders(
  machine: Machine,
  engines: KnownProviders,
  notify: (notice: HostNotice) => void,
): FolderProviders {
  const folders = new Map<string, ProviderRegistry>();
  const learned = new Set<string>();

  function registryOf(cwd: string): ProviderRegistry {
    const known = folders.get(cwd);
    if (known) return known;
    const made = createProviderRegistry(engines);
    folders.set(cwd, made);
    return made;
  }

  return {
    in: registryOf,
    async learn(cwd) {
      const { warnings, untrusted } = await registryOf(cwd).learn(machine, cwd);
      learned.add(cwd);
      if (untrusted !== undefined)
        notify({
          text: definitionsProblem(untrusted),
          nextStep: { do: "trust-folder", folder: projectDefinitions(cwd).project },
        });
      for (const text of warnings) notify({ text });
    },
    hasLearned: (cwd) => learned.has(cwd),
  };
}
