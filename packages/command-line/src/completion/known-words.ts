import type { Machine } from "@skein/host";
import type { ProviderRegistry } from "@skein/host/providers";
import {
  loadHostAgents,
  loadHostRecipes,
  loadHostSessions,
  loadHostSettings,
  loadPermissions,
  loadProtocol,
  loadRecipes,
} from "../later.ts";

export type KnownKind = "sessions" | "recipes" | "providers" | "modes" | "agents" | "builtins";

/** What could be typed for something that there is on a machine. */
export interface KnownWord {
  readonly word: string;
  /** What it is, in a few words. */
  readonly about?: string;
}

export interface KnownPlace {
  readonly machine: Machine;
  readonly providers: ProviderRegistry;
  /** Absolute. */
  readonly cwd: string;
}

/** The newest sessions of the folder; more do not fit on a screen. */
const maxSessions = 30;

const sources: Readonly<Record<KnownKind, (place: KnownPlace) => Promise<readonly KnownWord[]>>> = {
  async sessions({ machine, cwd }) {
    const [{ machineSessions }, { sessionsOf }, { withoutSubagents }] = await Promise.all([
      loadHostSessions(),
      loadHostSessions(),
      loadHostSessions(),
    ]);
    await using sessions = await machineSessions(machine);
    const here = sessionsOf(withoutSubagents(await sessions.list()), cwd).slice(0, maxSessions);
    return here.map((line) => ({
      word: line.session,
      about: "summary" in line ? (line.summary.name ?? "") : "",
    }));
  },
  async recipes({ machine, cwd }) {
    const { listRecipes } = await loadRecipes();
    const { findOptions } = await loadHostRecipes();
    const { recipes } = await listRecipes(findOptions(machine, cwd));
    const named = recipes.filter(({ shadowedBy }) => shadowedBy === undefined);
    return named.map(({ name, title = "" }) => ({ word: name, about: title }));
  },
  async providers({ machine, providers, cwd }) {
    await providers.learn(machine, cwd);
    return Object.entries(providers.known).map(([word, { description }]) => ({ word, about: description }));
  },
  async modes() {
    const { permissionModes } = await loadPermissions();
    return permissionModes.map(({ name, description }) => ({ word: name, about: description }));
  },
  async agents({ machine, cwd }) {
    const { effectiveSettings } = await loadHostSettings();
    const { namedAgents } = await loadHostAgents();
    const { agents } = await namedAgents(await effectiveSettings(machine, cwd));
    return agents.map(({ name }) => ({ word: name }));
  },
  async builtins() {
    const { builtinNames } = await loadProtocol();
    return builtinNames.map((word) => ({ word }));
  },
};

/** What there is of a kind for someone who types in a folder. What it takes is loaded for that kind alone. */
export function knownWords(kind: KnownKind, place: KnownPlace): Promise<readonly KnownWord[]> {
  return sources[kind](place);
}
