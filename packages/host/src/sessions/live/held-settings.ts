import type { AttemptModel, Effort } from "@skein/protocol";
import type { Run } from "@skein/agent";
import type { LiveSettings } from "./live-session.ts";

/** The settings of a session while it is open, and what its open agent has not been told of them. */
export interface HeldSettings {
  current(): LiveSettings;
  change(changed: Partial<LiveSettings>): void;
  /** For the next run of the agent that is open. */
  defer(change: DeferredChange): void;
  /** Tells a run that has just begun. One that cannot begin says so by its outcome. */
  applyTo(run: Pick<Run, "setMode" | "setModel" | "setEffort">): Promise<void>;
}

interface DeferredChange {
  readonly mode?: string;
  readonly model?: AttemptModel;
  /** `default`: the vendor's. */
  readonly effort?: Effort | "default";
}

export function heldSettings(first: LiveSettings): HeldSettings {
  let settings = first;
  let deferred: DeferredChange = {};
  return {
    current: () => settings,
    change(changed) {
      settings = { ...settings, ...changed };
    },
    defer(change) {
      deferred = { ...deferred, ...change };
    },
    async applyTo(run) {
      const { mode, model, effort } = deferred;
      deferred = {};
      if (mode !== undefined) await run.setMode(mode).catch(() => undefined);
      if (model !== undefined) await run.setModel(model).catch(() => undefined);
      if (effort !== undefined)
        await run.setEffort(effort === "default" ? undefined : effort).catch(() => undefined);
    },
  };
}
