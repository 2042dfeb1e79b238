import { requireEffort, type AgentEvent } from "@skein/protocol";
import type { Runtime } from "@skein/runtime";
import type { AgentLifecycle } from "./agent-lifecycle.ts";
import type { HeldSettings } from "./held-settings.ts";
import type { LiveSession } from "./live-session.ts";
import { requireMode } from "./require-mode.ts";
import type { RunQueue } from "./run-queue.ts";

export interface ChangeSettingsParts {
  readonly runtime: Pick<Runtime, "model"> & { readonly sessions: Pick<Runtime["sessions"], "rename"> };
  readonly settings: Pick<HeldSettings, "current" | "change" | "defer">;
  readonly agent: Pick<AgentLifecycle, "opened" | "reopen">;
  readonly runs: Pick<RunQueue, "ongoing" | "lastEnded">;
  readonly push: (event: AgentEvent) => void;
  /** Whether anything of the session is in its journal. */
  readonly isWritten: () => Promise<boolean>;
}

/** Changes in the run that is on, or for the next one. */
export function changeSettings({
  runtime,
  settings,
  agent,
  runs,
  push,
  isWritten,
}: ChangeSettingsParts): Pick<
  LiveSession,
  "setMode" | "setModel" | "setEffort" | "setOutputStyle" | "rename"
> {
  /** Those that the next run begins with. */
  function tell(): void {
    const { session, provider, model, mode, options } = settings.current();
    const effort = options?.effort;
    const said = { provider, model, mode, ...(effort === undefined ? {} : { effort }) };
    push({ type: "settings", session, path: [], ...said });
  }

  async function reopen(): Promise<void> {
    await runs.lastEnded();
    await agent.reopen();
  }

  return {
    async setMode(mode) {
      requireMode(mode);
      // Who may only talk is offered no tools at all: another mode than that needs another agent.
      const changesTools = (mode === "chat") !== (settings.current().mode === "chat");
      settings.change({ mode });
      const on = runs.ongoing();
      if (on) return (await on.run).setMode(mode);
      if (changesTools) await reopen();
      else if (agent.opened()) settings.defer({ mode });
      tell();
    },
    async setModel(provider, model) {
      const loaded = await runtime.model(provider, model, settings.current());
      settings.change({ provider, model });
      const on = runs.ongoing();
      if (on) return (await on.run).setModel(loaded);
      if (agent.opened()) settings.defer({ model: loaded });
      tell();
    },
    async setEffort(wished) {
      const { provider, model, options } = settings.current();
      const effort = requireEffort(await runtime.model(provider, model, settings.current()), wished);
      const { effort: _, ...others } = options ?? {};
      settings.change({ options: effort === undefined ? others : { ...others, effort } });
      const on = runs.ongoing();
      if (on) return (await on.run).setEffort(effort);
      if (agent.opened()) settings.defer({ effort: effort ?? "default" });
      tell();
    },
    async setOutputStyle(outputStyle) {
      settings.change({ outputStyle });
      await reopen();
    },
    async rename(name) {
      settings.change({ name });
      if (await isWritten()) await runtime.sessions.rename(settings.current().session, name);
      else await reopen(); // the name is written with the first message
    },
  };
}
