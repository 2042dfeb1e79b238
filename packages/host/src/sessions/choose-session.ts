import { SessionError, type Effort } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import type { DamagedSession, ListedSession } from "@skein/sessions";
import type { WorktreeRecord } from "@skein/checkpoints/worktrees";
import type { SessionRecipe } from "../recipes/resumed-recipe.ts";
import { isHeldIn } from "./folders/held-in.ts";
import { describeMissing, formerFolder } from "./folders/renamed-folder.ts";
import { refuseUnplaced } from "./refuse-unplaced.ts";
import { withoutSubagents } from "./subagents-of.ts";

/** Which session is to be resumed: the one with this id, else the last of this name, else the last of the folder. */
export interface SessionChoice {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** Absolute. */
  readonly cwd: string;
}

/** A session to resume: the model and the effort it used last, and its folder, if known. */
export interface ChosenSession {
  readonly session: string;
  readonly provider: string | undefined;
  readonly model: string | undefined;
  /** `undefined`: the vendor's default, or unknown. */
  readonly effort?: Effort | undefined;
  readonly cwd: string | undefined;
  /** The git worktree that it works in. */
  readonly worktree?: WorktreeRecord | undefined;
  /** The recipe that it runs. */
  readonly recipe: SessionRecipe;
}

/** Throws `SessionError`: `not-found` when no session fits, `damaged` when the one that is meant cannot be read. */
export async function chooseSession(
  sessions: Pick<Sessions, "list">,
  choice: SessionChoice,
): Promise<ChosenSession> {
  const { id, name, cwd } = choice;
  const all = await sessions.list(id);
  // A subagent's session is resumed only by its own id.
  const meant = id === undefined ? withoutSubagents(all) : all;
  const found = meant.find((listed) => {
    if (id !== undefined) return listed.session === id;
    if (!("summary" in listed)) return name === undefined && listed.cwd === cwd && !listed.child;
    if (listed.summary.child) return false;
    return name === undefined ? isHeldIn(listed.summary, cwd) : listed.summary.name === name;
  });
  if (id === undefined) refuseUnplaced(meant, found, { name, cwd });
  if (found && id === undefined && !("summary" in found)) throw lastIsDamaged(found);
  if (!found) throw notFoundError(choice, meant);
  return chosenSession(found);
}

export function chosenSession(listed: ListedSession): ChosenSession {
  if (!("summary" in listed))
    return { session: listed.session, provider: undefined, model: undefined, cwd: undefined, recipe: {} };
  const { provider, model, effort, cwd, worktree, recipe: title, recipeSource: source } = listed.summary;
  return { session: listed.session, provider, model, effort, cwd, worktree, recipe: { title, source } };
}

/** Resuming an older one instead would surprise. */
function lastIsDamaged({ session, damaged }: DamagedSession): SessionError {
  return new SessionError("damaged", `The last session of this folder is damaged. ${damaged}`, {
    nextStep: { do: "inspect-session", session },
  });
}

function notFoundError(choice: SessionChoice, listed: readonly ListedSession[]): SessionError {
  const isByFolder = choice.id === undefined && choice.name === undefined;
  const missing = isByFolder ? formerFolder(listed, choice.cwd) : undefined;
  const message = notFound(choice);
  return new SessionError(
    "not-found",
    missing === undefined ? message : `${message} ${describeMissing(missing)}`,
    {
      nextStep:
        missing === undefined ? { do: "start-session" } : { do: "move-sessions", from: missing.folder },
    },
  );
}

function notFound({ id, name, cwd }: SessionChoice): string {
  if (id !== undefined) return `There is no session ${id}.`;
  return name === undefined ? `No session was held in ${cwd} yet.` : `There is no session named "${name}".`;
}
