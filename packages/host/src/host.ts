import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Redactor } from "@skein/protocol";
import { createRuntime, type Runtime, type RuntimeParts } from "@skein/runtime";
import type { Directories } from "@skein/settings";
import type { HostNotice } from "./host-notice.ts";
import type { Machine } from "./machine.ts";
import { folderProviders } from "./providers/folder-providers.ts";
import type { KnownProviders } from "./providers/known-provider.ts";
import { createProviderRegistry, type ProviderRegistry } from "./providers/provider-registry.ts";
import type { OpenedRecipe, OpenRecipeOptions, RecipeWish } from "./recipes/open-recipe.ts";
import { usedSecrets } from "./secrets/used-secrets.ts";
import { secretsOfAddress, sharedStore } from "./sessions/machine-sessions.ts";
import type { LiveSession } from "./sessions/live/live-session.ts";
import { openLiveSessions } from "./sessions/live/open-live-sessions.ts";
import type { SessionSharing } from "./sessions/live/session-sharing.ts";
import type { OpenWishes } from "./sessions/live/open-wishes.ts";
import { userModelFacts } from "./settings/model-facts.ts";
import { notSecret } from "./settings/secret-settings.ts";
import { loadDeveloper, loadOpenRecipe } from "./later.ts";

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
  const { env, directories, providers: engines, isQuiet = false, httpLog, openPage } = parts;
  const machine: Machine = { env, directories };
  const sharing = parts.shareSessions?.(directories);
  const notify = parts.notify ?? (() => undefined);
  const warn = (text: string): void => notify({ text });
  const used = usedSecrets();
  let redactor: Redactor | undefined;
  const listeners = {
    say: isQuiet ? undefined : warn,
    used,
    httpLog,
    redactor: () => redactor,
  };
  const ignoreFile = join(directories.config, ".skeinignore");
  if (existsSync(ignoreFile)) (await loadDeveloper()).obeyIgnoreFile(ignoreFile);
  const shared = await sharedStore(machine);
  for (const secret of secretsOfAddress(shared.databaseUrl)) used.add(secret);
  const providers = folderProviders(machine, engines, notify);
  const sessions = openLiveSessions({
    machine,
    providers,
    used,
    openPage,
    notify,
    sharing,
    runtime: () => runtime,
  });
  const runtime: Runtime = createRuntime({
    env,
    providers: (cwd) => providers.in(cwd).loaders(machine, listeners),
    dataFolder: directories.data,
    stateFolder: directories.state,
    ...shared,
    facts: () => userModelFacts(machine),
    secrets: async () => used.all(),
    notSecret: await notSecret(machine, createProviderRegistry(engines).known),
    limitCalls: parts.limitCalls,
    onRedactor: (made) => (redactor = made),
    onEventBetweenRuns: (event) => sessions.tell(event),
  });

  async function close(): Promise<void> {
    await sessions.close();
    await runtime[Symbol.asyncDispose]();
  }

  return {
    machine,
    model: (provider, model, options) => runtime.model(provider, model, options),
    interrupt: (session, reason) => runtime.interrupt(session, reason),
    providersIn: (cwd) => providers.in(cwd),
    sessions: {
      ...runtime.sessions,
      ...(sharing && { answer: (...given) => sharing.answer(runtime.sessions, ...given) }),
    },
    open: (wishes) => sessions.open(wishes),
    async openRecipe(wish, options = {}) {
      await providers.learn(wish.folder);
      const { openRecipe } = await loadOpenRecipe();
      const { known } = providers.in(wish.folder);
      return openRecipe(machine, wish, { ...options, providers: known, warn, used });
    },
    live: () => sessions.ids(),
    close,
    [Symbol.asyncDispose]: close,
  };
}
