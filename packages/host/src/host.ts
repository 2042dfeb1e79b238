import type { NextStep, Redactor } from "@skein/protocol";
import { createRuntime, newSessionId, type Runtime } from "@skein/runtime";
import type { Machine } from "./machine.ts";
import type { KnownProviders } from "./providers/known-provider.ts";
import { projectDefinitions } from "./providers/definition-folders.ts";
import { createProviderRegistry, type ProviderRegistry } from "./providers/provider-registry.ts";
import { usedSecrets } from "./secrets/used-secrets.ts";
import { userModelFacts } from "./settings/model-facts.ts";
import { notSecret } from "./settings/secret-settings.ts";
import { definitionsProblem, trustProblem } from "./settings/trust-problem.ts";
import { liveSession, type LiveSession } from "./sessions/live-session.ts";
import { sessionSettings, type SessionWishes, type SettingsWarnings } from "./sessions/session-settings.ts";

export interface HostParts extends Machine {
  /** By id; the app holds what it names. */
  readonly providers: KnownProviders;
  /** Gets sentences for the user. Default: nobody. */
  readonly notify?: (notice: HostNotice) => void;
}

/** A sentence for the user, and what can be done about it, for the face to word. */
export interface HostNotice {
  readonly text: string;
  readonly nextStep?: NextStep;
}

export interface OpenWishes extends Omit<SessionWishes, "last"> {
  /** Whether somebody may answer questions; otherwise one ends the run as `needs-input`. */
  readonly attended: boolean;
}

/** A person's machine: many folders, many sessions, many clients at once. Only faces hold one. */
export interface Host extends AsyncDisposable {
  readonly providers: ProviderRegistry;
  /** What is kept: lists, exports, undo, search. */
  readonly sessions: Runtime["sessions"];
  /**
   * Opens a session, a new one without an id. One that is open here already is handed out as it is: whoever closes it
   * closes it for all. Nothing is started before its first message.
   *
   * Rejects with `ConfigError`.
   */
  open(wishes: OpenWishes): Promise<LiveSession>;
  /** Ids of those that are open here. */
  live(): readonly string[];
  /** Closes all of them. May be called twice. */
  close(): Promise<void>;
}

export async function openHost({ env, directories, providers: engines, notify }: HostParts): Promise<Host> {
  const machine: Machine = { env, directories };
  const say = notify ?? (() => undefined);
  const providers = createProviderRegistry(engines);
  const used = usedSecrets();
  let redactor: Redactor | undefined;
  const listeners = { say: (text: string) => say({ text }), used, redactor: () => redactor };
  /** Grows with what the folders' own definitions bring. */
  const loaders = { ...providers.loaders(machine, listeners) };
  const runtime = createRuntime({
    env,
    providers: loaders,
    dataFolder: directories.data,
    facts: () => userModelFacts(machine),
    secrets: async () => used.all(),
    notSecret: await notSecret(machine, providers.known),
    onRedactor: (made) => (redactor = made),
  });
  const live = new Map<string, Promise<LiveSession>>();

  async function learn(cwd: string): Promise<void> {
    const { warnings, untrusted } = await providers.learn(machine, cwd);
    Object.assign(loaders, providers.loaders(machine, listeners));
    for (const text of warnings) say({ text });
    if (untrusted !== undefined)
      say({
        text: definitionsProblem(untrusted),
        nextStep: { do: "trust-folder", folder: projectDefinitions(cwd).project },
      });
  }

  async function lastModelOf(session: string | undefined): Promise<SessionWishes["last"]> {
    if (session === undefined) return undefined;
    const listed = (await runtime.sessions.list()).find((one) => one.session === session);
    if (!listed || !("summary" in listed)) return undefined;
    const { provider, model } = listed.summary;
    return { provider, model, entries: () => runtime.sessions.entries(session) };
  }

  async function opened(id: string, { attended, ...wishes }: OpenWishes): Promise<LiveSession> {
    await learn(wishes.cwd);
    const settings = await sessionSettings(
      { machine, providers, used, warn: (told) => noticesOf(told).forEach(say) },
      { ...wishes, last: await lastModelOf(wishes.session) },
    );
    return liveSession({
      runtime,
      settings: { ...settings, session: id, warn: (text) => say({ text }) },
      attended,
      onClose: () => live.delete(id),
    });
  }

  return {
    providers,
    sessions: runtime.sessions,
    open(wishes) {
      const id = wishes.session ?? newSessionId(new Date(), Math.random);
      const opening = live.get(id) ?? opened(id, wishes);
      live.set(id, opening);
      opening.catch(() => live.delete(id));
      return opening;
    },
    live: () => [...live.keys()],
    close,
    [Symbol.asyncDispose]: close,
  };

  async function close(): Promise<void> {
    await Promise.allSettled([...live.values()].map(async (session) => (await session).close()));
    await runtime[Symbol.asyncDispose]();
  }
}

function noticesOf({ warnings, project }: SettingsWarnings): readonly HostNotice[] {
  const mistrust = trustProblem(project);
  const nextStep: NextStep = { do: "trust-folder", folder: project.folder };
  return [
    ...warnings.map((text) => ({ text })),
    ...(mistrust === undefined ? [] : [{ text: mistrust, nextStep }]),
  ];
}
