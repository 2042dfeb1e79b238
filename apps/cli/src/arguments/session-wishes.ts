import { settingsOfFlags, type Parsed } from "@skein/command-line";
import type { runFlags } from "@skein/command-line/flags";
import type { Host, OpenWishes } from "@skein/host";
import type { RecipeQuestions } from "@skein/host/recipes";
import { chooseSession, type ChosenSession } from "@skein/host/sessions";
import { readTextFile } from "@skein/terminal";
import { warn } from "../print.ts";
import { readHashes } from "../recipe/read-hashes.ts";
import type { SessionFolder } from "./session-place.ts";
import { extensionServers } from "./extension-servers.ts";
import { readOutputSchema } from "./output-schema.ts";
import { loadPrompts, loadRecipeViews } from "../later.ts";

type RunFlags = Parsed<typeof runFlags>;

/** Finds the session to resume; `undefined` when a new one is wanted. */
export type ChooseSession = (
  host: { readonly sessions: Pick<Host["sessions"], "list" | "openQuestions"> },
  cwd: string,
) => Promise<ChosenSession | undefined>;

/** The one that the flags name. */
export const chosenByFlags =
  (flags: RunFlags): ChooseSession =>
  async ({ sessions }, cwd) =>
    flags.resume ? chooseSession(sessions, { id: flags["session-id"], name: flags.name, cwd }) : undefined;

/** What flags say of a session, as plain values. Throws `ConfigError` for files that cannot be used. */
export async function sessionWishes(
  flags: RunFlags,
  { cwd, worktree, session }: Pick<SessionFolder, "cwd" | "worktree" | "session">,
  resumed: ChosenSession | undefined,
): Promise<Omit<OpenWishes, "attended">> {
  const schemaFile = flags["output-schema"];
  const systemFile = flags["system-file"];
  return {
    cwd,
    overrides: settingsOfFlags(flags),
    agent: flags.agent,
    hasProfile: !flags["no-profile"],
    hasHints: !flags["no-hints"],
    readOnly: flags["read-only"],
    builtins: builtinsIn(flags),
    servers: extensionServers(flags, cwd),
    system: flags.system,
    systemReplacement:
      systemFile === undefined ? undefined : await readTextFile(systemFile, "--system-file", warn),
    outputSchema: schemaFile === undefined ? undefined : await readOutputSchema(schemaFile),
    session: resumed?.session ?? session ?? flags["session-id"],
    worktree,
    last: resumed ?? noModel,
    ownRecipe: flags["no-recipe"]
      ? false
      : {
          ask: isAtTerminal(flags) ? askAboutRecipe : undefined,
          trustHashes: readHashes(flags["trust-hash"]),
        },
    name: flags.name,
    keep: flags["no-session"] ? "memory" : "disk",
  };
}

/** A new session has had none yet. */
const noModel = { provider: undefined, model: undefined, recipe: {} };

async function askAboutRecipe(): Promise<RecipeQuestions> {
  const [{ promptsHere }, { recipeQuestions }] = await Promise.all([loadPrompts(), loadRecipeViews()]);
  return recipeQuestions(await promptsHere(), process.cwd());
}

export function builtinsIn(flags: Pick<RunFlags, "with-builtin">): readonly string[] {
  const named = (flags["with-builtin"] ?? []).flatMap((names) => names.split(",")).map((name) => name.trim());
  return named.filter((name) => name !== "");
}

/** Whether somebody is there to be asked, and nothing else reads what is written. */
export function isAtTerminal(flags: Pick<RunFlags, "output-format">): boolean {
  // Standard input last: to ask about it is to open it.
  return (flags["output-format"] ?? "text") === "text" && process.stderr.isTTY && process.stdin.isTTY;
}
