import { messageOf, type AgentEvent, type NextStep } from "@skein/protocol";
import { newSessionId, type ProposedMemory, type Runtime } from "@skein/runtime";
import type { HostNotice } from "../../host-notice.ts";
import type { Machine } from "../../machine.ts";
import type { FolderProviders } from "../../providers/folder-providers.ts";
import type { OpenedRecipe } from "../../recipes/open-recipe.ts";
import type { UsedSecrets } from "../../secrets/used-secrets.ts";
import { requireFolder } from "../../settings/require-folder.ts";
import { trustProblem } from "../../settings/trust-problem.ts";
import { chosenSession } from "../choose-session.ts";
import { continueParent } from "../continue-parent.ts";
import type { OpenWishes } from "./open-wishes.ts";
import { openingSettings } from "../opening-settings.ts";
import type { SettingsWarnings } from "../session-settings.ts";
import { createLiveSession, type LiveSessionParts } from "./create-live-session.ts";
import { onlyShown, withoutOthers } from "./lacking-session.ts";
import type { LiveSession } from "./live-session.ts";
import type { SessionSharing } from "./session-sharing.ts";
import { loadMemoryProposals, loadResumedRecipe } from "../../later.ts";

export interface LiveSessionsOptions {
  readonly machine: Machine;
  readonly providers: FolderProviders;
  readonly used: UsedSecrets;
  readonly openPage: ((url: string) => void | Promise<void>) | undefined;
  readonly notify: (notice: HostNotice) => void;
  readonly sharing: SessionSharing | undefined;
  /** Asked only when a session is opened: the runtime tells these sessions what happens between runs. */
  readonly runtime: () => Runtime;
}

/** The sessions that are open here. */
export interface LiveSessions {
  /** Opens a session, or hands out the one that is open already. */
  open(wishes: OpenWishes): Promise<LiveSession>;
  ids(): readonly string[];
  /** Tells a session what has happened between its runs. */
  tell(event: AgentEvent): void;
  /** Closes all of them. */
  close(): Promise<void>;
}

export function openLiveSessions(options: LiveSessionsOptions): LiveSessions {
  const { machine, providers, used, openPage, notify, sharing, runtime } = options;
  const live = new Map<string, Promise<LiveSession>>();
  /** Who tells the clients of a session what happens between runs, by its id. */
  const listening = new Map<string, (event: AgentEvent) => void>();
  const warn = (text: string) => notify({ text });

  async function lastOf({ session, last }: OpenWishes): Promise<OpenWishes["last"]> {
    if (session === undefined || last) return last;
    const listed = (await runtime().sessions.list(session)).find((one) => one.session === session);
    return listed && chosenSession(listed);
  }

  /** Loaded for the sessions that have one. */
  async function ownRecipeOf(
    { session, cwd, recipe, ownRecipe }: OpenWishes,
    last: OpenWishes["last"],
  ): Promise<OpenedRecipe | undefined> {
    if (session === undefined || last?.recipe.title === undefined || recipe || ownRecipe === false)
      return undefined;
    const { resumedRecipe } = await loadResumedRecipe();
    const reading = { providers: providers.in(cwd).known, warn, used };
    return resumedRecipe(last.recipe, ownRecipe, { machine, session, folder: cwd, options: reading });
  }

  async function opened(id: string, wishes: OpenWishes): Promise<LiveSession> {
    if (wishes.session === undefined) await requireFolder(wishes.cwd);
    // With a recipe it has been done, mostly.
    if (!wishes.recipe || !providers.hasLearned(wishes.cwd)) await providers.learn(wishes.cwd);
    const last = await lastOf(wishes);
    const { joins = wishes.session !== undefined } = wishes;
    // A process that runs the session has its recipe: what is lacking here is lacking in other sessions only.
    let lacking: unknown;
    const own = await ownRecipeOf(wishes, last).catch((error: unknown) => {
      if (!joins) throw error;
      lacking = error;
      return undefined;
    });
    const settings = await openingSettings(
      {
        machine,
        providers: providers.in(wishes.cwd),
        used,
        openPage,
        warn: (warnings) => noticesOf(warnings).forEach(notify),
      },
      {
        ...wishes,
        last: last && { ...last, entries: () => runtime().sessions.entries(id) },
        ...(own ? { recipe: own, isOwnRecipe: true } : {}),
      },
    );
    const here = partsOf(id, wishes, settings);
    const elsewhere = joins ? await sharing?.attach(here, wishes) : undefined;
    if (lacking === undefined) return elsewhere ?? createLiveSession(here);
    if (elsewhere) return withoutOthers(elsewhere, lacking);
    // A face that can ask is told at once; others may show what was.
    if (wishes.ownRecipe !== undefined) throw lacking;
    return onlyShown(createLiveSession(here), lacking);
  }

  function partsOf(
    id: string,
    wishes: OpenWishes,
    settings: Awaited<ReturnType<typeof openingSettings>>,
  ): LiveSessionParts {
    const { attended, cwd, openFiles, movesFrom, countedFrom, resumesParent, hasProfile = true } = wishes;
    const asking = attended && hasProfile ? ["ask_user"] : [];
    return {
      runtime: runtime(),
      settings: {
        ...settings,
        builtins: [...settings.builtins, ...asking],
        openFiles,
        movesFrom,
        session: id,
        warn,
      },
      attended,
      countedFrom,
      listen: (session, listener) => void listening.set(session, listener),
      onProposals: (session, proposed) => keepProposed(options, { session, cwd }, proposed),
      onFork: (fork) => void live.set(fork.id, Promise.resolve(fork)),
      onAnswered: resumesParent && (() => resumeParent(id, resumesParent)),
      onClose(session) {
        live.delete(session);
        listening.delete(session);
      },
      ownerSocket: settings.keep === "memory" ? undefined : sharing?.ownerSocket,
    };
  }

  async function resumeParent(
    child: string,
    resumesParent: NonNullable<OpenWishes["resumesParent"]>,
  ): Promise<void> {
    const openParent = (session: string, cwd: string) =>
      open({ session, cwd, resumesParent, ...resumesParent(session) });
    await continueParent({ sessions: runtime().sessions, open: openParent }, child).catch((error: unknown) =>
      warn(`The session that waits for the answer in ${child} was not resumed: ${messageOf(error)}`),
    );
  }

  function open(wishes: OpenWishes): Promise<LiveSession> {
    const id = wishes.session ?? newSessionId(new Date(), Math.random);
    const opening = live.get(id) ?? opened(id, wishes);
    live.set(id, opening);
    opening.catch(() => live.delete(id));
    return opening;
  }

  return {
    open,
    ids: () => [...live.keys()],
    tell: (event) => listening.get(event.session)?.(event),
    async close() {
      await Promise.allSettled([...live.values()].map(async (session) => (await session).close()));
    },
  };
}

async function keepProposed(
  { machine, notify }: Pick<LiveSessionsOptions, "machine" | "notify">,
  ended: { readonly session: string; readonly cwd: string },
  proposed: readonly ProposedMemory[],
): Promise<void> {
  const { keepProposals } = await loadMemoryProposals();
  await keepProposals(machine, ended, proposed);
  const notes = proposed.length === 1 ? "A note is" : `${proposed.length} notes are`;
  notify({ text: `${notes} proposed for the memory.`, nextStep: { do: "decide-memories" } });
}

function noticesOf({ warnings, project }: SettingsWarnings): readonly HostNotice[] {
  const mistrust = trustProblem(project);
  const nextStep: NextStep = { do: "trust-folder", folder: project.folder };
  return [
    ...warnings.map((text) => ({ text })),
    ...(mistrust === undefined ? [] : [{ text: mistrust, nextStep }]),
  ];
}
