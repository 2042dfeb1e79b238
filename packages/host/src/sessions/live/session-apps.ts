import { ConfigError, messageOf, type AppPage, type Entry, type ResultApp } from "@skein/protocol";
import type { OpenAgent } from "@skein/runtime";

type CallForApp = OpenAgent["agent"]["callForApp"];

/** Pages of extensions that show the results of calls, for a face that opened its session with `showsApps`. */
export interface SessionApps {
  /** The page for a call's result. Rejects with `ConfigError` when it has none, or when it cannot be read. */
  appPage(callId: string, signal?: AbortSignal): Promise<AppPage>;
  /** Calls a tool for the page of a call's result: of its own extension alone. Rejects as `appPage` does. */
  callForApp(
    callId: string,
    call: Omit<Parameters<CallForApp>[0], "extension">,
    signal?: AbortSignal,
  ): ReturnType<CallForApp>;
}

export interface SessionAppsParts {
  readonly journal: () => Promise<readonly Entry[]>;
  readonly agent: () => Promise<OpenAgent>;
}

export function sessionApps({ journal, agent }: SessionAppsParts): SessionApps {
  const known = new Map<string, ResultApp>();

  /** Whose page it is says the journal, and never the page. */
  async function appOf(callId: string): Promise<ResultApp> {
    if (!known.has(callId))
      for (const entry of await journal())
        if (entry.kind === "tool-result" && entry.app) known.set(entry.callId, entry.app);
    const app = known.get(callId);
    if (!app) throw new ConfigError("usage", `The result of the call ${callId} has no page.`);
    return app;
  }

  return {
    async appPage(callId, signal) {
      const { extension, uri } = await appOf(callId);
      const { apps } = (await agent()).extensions.find(({ name }) => name === extension) ?? {};
      if (!apps)
        throw new ConfigError("usage", `The extension "${extension}" is not here to show its page.`, {
          hint: "Switch it on, then open the session again.",
        });
      try {
        return await apps.page(uri, signal);
      } catch (cause) {
        throw new ConfigError("usage", `The page of "${extension}" cannot be read: ${messageOf(cause)}`, {
          cause,
        });
      }
    },
    async callForApp(callId, call, signal) {
      const { extension } = await appOf(callId);
      return (await agent()).agent.callForApp({ ...call, extension }, signal ? { signal } : {});
    },
  };
}
