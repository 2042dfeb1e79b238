import type { SuggestedKind } from "../arguments/flag.ts";
import { thisMachine } from "../machine.ts";
import type { Completion } from "./complete-words.ts";
import { shells } from "./shells.ts";

type Known = Exclude<SuggestedKind, "files" | "folders">;

/** The newest sessions of the folder; more do not fit on a screen. */
const maxSessions = 30;

const sources: Readonly<Record<Known, () => Promise<readonly Completion[]>>> = {
  async sessions() {
    const { userSessions } = await import("../session/user-sessions.ts");
    const { sessionsOf, withoutSubagents } = await import("@skein/host/sessions");
    await using sessions = userSessions();
    const here = sessionsOf(withoutSubagents(await sessions.list()), process.cwd());
    return here
      .slice(0, maxSessions)
      .map((line) => ({ word: line.session, about: "summary" in line ? (line.summary.name ?? "") : "" }));
  },
  async recipes() {
    const { listRecipes } = await import("@skein/runtime/recipes");
    const { findOptions } = await import("@skein/host/recipes");
    const { recipes } = await listRecipes(findOptions(thisMachine(), process.cwd()));
    return recipes
      .filter(({ shadowedBy }) => shadowedBy === undefined)
      .map(({ name, title = "" }) => ({ word: name, about: title }));
  },
  async providers() {
    const { knownProviders, learnProviders } = await import("../providers.ts");
    await learnProviders(process.cwd());
    return Object.entries(knownProviders).map(([word, { description }]) => ({ word, about: description }));
  },
  async modes() {
    const { permissionModes } = await import("@skein/runtime");
    return permissionModes.map(({ name, description }) => ({ word: name, about: description }));
  },
  async agents() {
    const { infoHere } = await import("../info/info-here.ts");
    const { agents } = await infoHere(process.cwd());
    return agents.map(({ name }) => ({ word: name }));
  },
  async builtins() {
    const { builtinNames } = await import("@skein/runtime");
    return builtinNames.map((word) => ({ word }));
  },
  shells: async () => shells.map((word) => ({ word })),
};

/** What there is of a kind for someone who types in this folder. */
export function knownWords(kind: Known): Promise<readonly Completion[]> {
  return sources[kind]();
}
