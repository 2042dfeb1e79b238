import { existsSync } from "node:fs";
import { join } from "node:path";
import { messageOf, type AgentEvent, type AskUser, type NextStep, type Redactor } from "@skein/protocol";
import {
  createRuntime,
  newSessionId,
  type AgentSettings,
  type ProposedMemory,
  type Runtime,
  type RuntimeParts,
} from "@skein/runtime";
import type { Directories } from "@skein/settings";
import type { Machine } from "./machine.ts";
import type { KnownProviders } from "./providers/known-provider.ts";
import { projectDefinitions } from "./providers/definition-folders.ts";
import { createProviderRegistry, type ProviderRegistry } from "./providers/provider-registry.ts";
import type { ResumedRecipe } from "./recipes/resumed-recipe.ts";
import type { OpenedRecipe, OpenRecipeOptions, RecipeWish } from "./recipes/open-recipe.ts";
import { usedSecrets } from "./secrets/used-secrets.ts";
import { userModelFacts } from "./settings/model-facts.ts";
import { notSecret } from "./settings/secret-settings.ts";
import { definitionsProblem, trustProblem } from "./settings/trust-problem.ts";
import { continueParent } from "./sessions/continue-parent.ts";
import { chosenSession, type ChosenSession } from "./sessions/choose-session.ts";
import { createLiveSession, type LiveSessionParts } from "./sessions/live/create-live-session.ts";
import type { LiveSession } from "./sessions/live/live-session.ts";
import { secretsOfAddress, sharedStore } from "./sessions/machine-sessions.ts";
import { requireFolder } from "./settings/require-folder.ts";
import type { SessionSharing } from "./sessions/live/session-sharing.ts";
import { openingSettings, type OpeningWishes } from "./sessions/opening-settings.ts";
import type { SettingsWarnings } from "./sessions/session-settings.ts";

export interface HostParts extends Machine {
  /** By id; the app holds what it names. */
  readonly providers: KnownProviders;
  /** Receives sentences for the user. Default: they are dropped. */
  readonly notify?: (notice: HostNotice) => void;
  /**
   * Shows a page on which the user logs in to an extension's server. Absent: no one is there to do so, and a server that
   * requires it needs a login that is kept.
   */
  readonly openPage?: ((url: string) => void | Promise<void>) | undefined;
  /** Leaves out notices that can wait until the next time. Default false. */
  readonly isQuiet?: boolean;
  /**
   * Folder of the HTTP log: requests to models and their answers are written down there, without secrets. Default: they are
   * not.
   */
  readonly httpLog?: string | undefined;
  /**
   * Shares the sessions that are kept in these folders with other processes: `shareSessions` of `@skein/session-processes`.
   * Default: a session that another process has open is `locked`.
   */
  readonly shareSessions?: ((directories: Directories) => SessionSharing) | undefined;
  /** Lets the calls of models of all sessions here wait for their turn. Default: they do not wait. */
  readonly limitCalls?: RuntimeParts["limitCalls"];
}

/** A sentence for the user, and what can be done about it, for the face to word. */
export interface HostNotice {
  readonly text: string;
  readonly nextStep?: NextStep;
}

export interface OpenWishes extends Omit<OpeningWishes, "last" | "isOwnRecipe"> {
  /**
   * How a session that is resumed gets the recipe back that it began with, unless `recipe` is another one; `false` leaves
   * out what the recipe says. Default: by itself, as far as that needs no question.
   */
  readonly ownRecipe?: ResumedRecipe | false;
  /**
   * Whether somebody may answer questions; otherwise one ends the run as `needs-input`. A function is asked, too, one
   * question after the other.
   */
  readonly attended: boolean | AskUser;
  /** An editor whose files that are not saved count. Default: none. */
  readonly openFiles?: AgentSettings["openFiles"];
  /**
   * Resumes the session whose subagent this one is as soon as it has the answers that it waits for, and says whether
   * somebody may answer its own questions. Default: it is not resumed.
   */
  readonly resumesParent?: ((parent: string) => Pick<OpenWishes, "attended">) | undefined;
  /**
   * Whether to join the process that has the session open, if there is one. Default true. Otherwise it is opened here, for
   * what writes nothing to it, such as a fork; its own messages are refused as `locked`.
   */
  readonly joins?: boolean;
  /** The model and the effort that the session used last, and its recipe, where they are known. Default: they are looked up. */
  readonly last?: Pick<ChosenSession, "provider" | "model" | "effort" | "recipe"> | undefined;
  /**
   * When the time limit of the first run began to count, in milliseconds since the epoch; the start of the extensions counts
   * then. Default: when the run begins.
   */
  readonly countedFrom?: number | undefined;
  /** As `bringFiles` has given it: the session's files go to whoever resumes it. Default: they stay here. */
  readonly movesFrom?: string | undefined;
}

/** A person's machine: many folders, many sessions, many clients at once. Only faces hold one. */
export interface Host extends AsyncDisposable, Pick<Runtime, "model" | "interrupt"> {
  readonly machine: Machine;
  /**
   * The providers of a folder: all share those that the app brings and the bundled and the user's definitions, and each
   * has its project's own. Definitions are among them once a session or a recipe was opened there.
   */
  providersIn(cwd: string): ProviderRegistry;
  /** What is kept: lists, exports, undo, search. */
  readonly sessions: Runtime["sessions"];
  /**
   * Opens a session, a new one without an id. One that is open here already is handed out as it is: whoever closes it
   * closes it for all. Nothing is started before its first message.
   *
   * Rejects with `ConfigError`, with a recipe `ExtensionError` too.
   */
  open(wishes: OpenWishes): Promise<LiveSession>;
  /**
   * Finds, checks and fills in a recipe for `open`, asks for what is missing and for consent, where somebody can be asked.
   * Nothing is started. Rejects with `ConfigError` and `NotStartedError`.
   */
  openRecipe(wish: RecipeWish, options?: Pick<OpenRecipeOptions, "ask" | "onFound">): Promise<OpenedRecipe>;
  /** Ids of those that are open here. */
  live(): readonly string[];
  /** Closes all of them. May be called twice. */
  close(): Promise<void>;
}

export async function openHost(parts: HostParts): Promise<Host> {
  const { env, directories, providers: engines, notify, isQuiet = false, httpLog, openPage } = parts;
  const machine: Machine = { env, directories };
  const sharing = parts.shareSessions?.(directories);
  const say = notify ?? (() => undefined);
  const folders = new Map<string, ProviderRegistry>();
  const learned = new Set<string>();
  const used = usedSecrets();
  let redactor: Redactor | undefined;
  const warn = (text: string): void => say({ text });
  const listeners = {
    say: isQuiet ? undefined : warn,
    used,
    httpLog,
    redactor: () => redactor,
  };
  const ignoreFile = join(directories.config, ".skeinignore");
  if (existsSync(ignoreFile))
    (await import("@skein/extensions-builtin/developer")).obeyIgnoreFile(ignoreFile);
  const shared = await sharedStore(machine);
  for (const secret of secretsOfAddress(shared.databaseUrl)) used.add(secret);
  const runtime = createRuntime({
    env,
    providers: (cwd) => providersIn(cwd).loaders(machine, listeners),
    dataFolder: directories.data,
    stateFolder: directories.state,
    ...shared,
    facts: () => userModelFacts(machine),
    secrets: async () => used.all(),
    notSecret: await notSecret(machine, createProviderRegistry(engines).known),
    limitCalls: parts.limitCalls,
    onRedactor: (made) => (redactor = made),
    onEventBetweenRuns: (event) => listening.get(event.session)?.(event),
  });
  const live = new Map<string, Promise<LiveSession>>();
  /** Of the sessions that are open, who tells their clients what happens between runs. */
  const listening = new Map<string, (event: AgentEvent) => void>();

  function providersIn(cwd: string): ProviderRegistry {
    const known = folders.get(cwd);
    if (known) return known;
    const made = createProviderRegistry(engines);
    folders.set(cwd, made);
    return made;
  }

  async function learn(cwd: string): Promise<void> {
    const { warnings, untrusted } = await providersIn(cwd).learn(machine, cwd);
    learned.add(cwd);
    if (untrusted !== undefined)
      say({
        text: definitionsProblem(untrusted),
        nextStep: { do: "trust-folder", folder: projectDefinitions(cwd).project },
      });
    warnings.forEach(warn);
  }

  async function lastOf({ session, last }: OpenWishes): Promise<OpenWishes["last"]> {
    if (session === undefined || last) return last;
    const listed = (await runtime.sessions.list(session)).find((one) => one.session === session);
    return listed && chosenSession(listed);
  }

  /** Loaded for the sessions that have one. */
  async function ownRecipeOf(
    { session, cwd, recipe, ownRecipe }: OpenWishes,
    last: OpenWishes["last"],
  ): Promise<OpenedRecipe | undefined> {
    if (session === undefined || last?.recipe.title === undefined || recipe || ownRecipe === false)
      return undefined;
    const { resumedRecipe } = await import("./recipes/resumed-recipe.ts");
    const options = { providers: providersIn(cwd).known, warn, used };
    return resumedRecipe(last.recipe, ownRecipe, { machine, session, folder: cwd, options });
  }

  async function opened(id: string, wishes: OpenWishes): Promise<LiveSession> {
    if (wishes.session === undefined) await requireFolder(wishes.cwd);
    // With a recipe it has been done, mostly.
    if (!wishes.recipe || !learned.has(wishes.cwd)) await learn(wishes.cwd);
    const last = await lastOf(wishes);
    const { attended, joins = wishes.session !== undefined, hasProfile = true } = wishes;
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
        providers: providersIn(wishes.cwd),
        used,
        openPage,
        warn: (told) => noticesOf(told).forEach(say),
      },
      {
        ...wishes,
        last: last && { ...last, entries: () => runtime.sessions.entries(id) },
        ...(own ? { recipe: own, isOwnRecipe: true } : {}),
      },
    );
    const asking = attended && hasProfile ? ["ask_user"] : [];
    const here: LiveSessionParts = {
      runtime,
      settings: {
        ...settings,
        builtins: [...settings.builtins, ...asking],
        openFiles: wishes.openFiles,
        movesFrom: wishes.movesFrom,
        session: id,
        warn,
      },
      attended,
      countedFrom: wishes.countedFrom,
      listen: (session, listener) => void listening.set(session, listener),
      onProposals: (session, proposed) => keepProposed({ session, cwd: wishes.cwd }, proposed),
      onFork: (fork) => void live.set(fork.id, Promise.resolve(fork)),
      onAnswered: wishes.resumesParent && (() => resumeParent(id, wishes.resumesParent!)),
      onClose(session) {
        live.delete(session);
        listening.delete(session);
      },
      ownerSocket: settings.keep === "memory" ? undefined : sharing?.ownerSocket,
    };
    const elsewhere = joins ? await sharing?.attach(here, wishes) : undefined;
    if (lacking === undefined) return elsewhere ?? createLiveSession(here);
    if (elsewhere) return withoutOthers(elsewhere, lacking);
    // A face that can ask is told at once; others may show what was.
    if (wishes.ownRecipe !== undefined) throw lacking;
    return onlyShown(createLiveSession(here), lacking);
  }

  function open(wishes: OpenWishes): Promise<LiveSession> {
    const id = wishes.session ?? newSessionId(new Date(), Math.random);
    const opening = live.get(id) ?? opened(id, wishes);
    live.set(id, opening);
    opening.catch(() => live.delete(id));
    return opening;
  }

  return {
    machine,
    model: (provider, model, options) => runtime.model(provider, model, options),
    interrupt: (session, reason) => runtime.interrupt(session, reason),
    providersIn,
    sessions: {
      ...runtime.sessions,
      ...(sharing && { answer: (...given) => sharing.answer(runtime.sessions, ...given) }),
    },
    open,
    async openRecipe(wish, options = {}) {
      await learn(wish.folder);
      const { openRecipe } = await import("./recipes/open-recipe.ts");
      return openRecipe(machine, wish, { ...options, providers: providersIn(wish.folder).known, warn, used });
    },
    live: () => [...live.keys()],
    close,
    [Symbol.asyncDispose]: close,
  };

  async function keepProposed(
    ended: { readonly session: string; readonly cwd: string },
    proposed: readonly ProposedMemory[],
  ): Promise<void> {
    const { keepProposals } = await import("./memory/memory-proposals.ts");
    await keepProposals(machine, ended, proposed);
    const notes = proposed.length === 1 ? "A note is" : `${proposed.length} notes are`;
    say({ text: `${notes} proposed for the memory.`, nextStep: { do: "decide-memories" } });
  }

  async function resumeParent(
    child: string,
    resumesParent: NonNullable<OpenWishes["resumesParent"]>,
  ): Promise<void> {
    const openParent = (session: string, cwd: string) =>
      open({ session, cwd, resumesParent, ...resumesParent(session) });
    await continueParent({ sessions: runtime.sessions, open: openParent }, child).catch((error: unknown) =>
      warn(`The session that waits for the answer in ${child} was not resumed: ${messageOf(error)}`),
    );
  }

  async function close(): Promise<void> {
    await Promise.allSettled([...live.values()].map(async (session) => (await session).close()));
    await runtime[Symbol.asyncDispose]();
  }
}

/** A session whose settings are not known here: a fork, or another session with them, would have other rights. */
function withoutOthers(session: LiveSession, why: unknown): LiveSession {
  const refuse = (): never => {
    throw why;
  };
  return { ...session, fork: async () => refuse(), other: refuse };
}

/** A session that can be read and not be worked in: each try says why. */
function onlyShown(session: LiveSession, why: unknown): LiveSession {
  const refuse = async (): Promise<never> => {
    throw why;
  };
  const work = {
    send: refuse,
    steer: refuse,
    prepare: refuse,
    answer: refuse,
    note: refuse,
    compact: refuse,
  };
  return { ...withoutOthers(session, why), ...work };
}

function noticesOf({ warnings, project }: SettingsWarnings): readonly HostNotice[] {
  const mistrust = trustProblem(project);
  const nextStep: NextStep = { do: "trust-folder", folder: project.folder };
  return [
    ...warnings.map((text) => ({ text })),
    ...(mistrust === undefined ? [] : [{ text: mistrust, nextStep }]),
  ];
}
