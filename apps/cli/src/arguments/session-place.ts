import { type Parsed, oneOf } from "@skein/command-line";
import type { chatFlags } from "@skein/command-line/flags";
import type { LiveSession } from "@skein/host";
import type { ChosenSession } from "@skein/host/sessions";
import type { SessionPlace } from "@skein/session-processes/worktrees";
import { ConfigError } from "@skein/protocol";
import { thisMachine } from "../machine.ts";
import { hintWith } from "../wording/next-step.ts";
import { folderWarnings } from "../wording/session-warnings.ts";
import { loadSessionWorktrees, loadWorktreeViews, loadWorktrees } from "../later.ts";

/** Where a session works. */
export interface SessionFolder extends Partial<Pick<SessionPlace, "session" | "worktree">> {
  readonly cwd: string;
  /** Ends its worktree, if it has one, and says what became of it. @returns whether that is what was wished. */
  readonly leave: (session: LiveSession, isDone: boolean, say: (text: string) => void) => Promise<boolean>;
}

type PlaceFlags = Pick<Parsed<typeof chatFlags>, "cwd" | "worktree" | "worktree-end" | "session-id">;

/** @param from - where it works without a worktree. Throws `ConfigError`. */
export async function sessionFolder(
  { cwd: folder, worktree: name, "worktree-end": wished = "keep", "session-id": session }: PlaceFlags,
  from: string,
  { resumed, say }: { readonly resumed: ChosenSession | undefined; readonly say: (text: string) => void },
): Promise<SessionFolder> {
  if (name !== undefined && resumed)
    throw new ConfigError(
      "usage",
      "--worktree is for a new session: one that is resumed goes back to its own.",
    );
  if (name === undefined && (resumed?.worktree === undefined || folder !== undefined)) {
    if (wished !== "keep") throw new ConfigError("usage", "--worktree-end needs --worktree.");
    if (resumed) folderWarnings(resumed, from).forEach(say);
    return { cwd: from, leave: async () => true };
  }
  const { worktreeEnds } = await loadWorktrees();
  const { sessionPlace } = await loadSessionWorktrees();
  const end = oneOf(wished, worktreeEnds, `--worktree-end cannot be "${wished}".`);
  const place = await sessionPlace(thisMachine(), { from, name: name || undefined, session, resumed });
  place.notices.forEach(say);
  return {
    ...place,
    async leave(live, isDone, tell) {
      const ended = await place.leave(live, { end, isDone });
      if (!ended) return true;
      const { endedWorktreeText } = await loadWorktreeViews();
      const { worktree } = place;
      const next = hintWith(undefined, { do: "merge-worktree", name: worktree.name });
      tell(endedWorktreeText(worktree, ended, [next]));
      return ended.state !== "kept" || ended.problem === undefined;
    },
  };
}
