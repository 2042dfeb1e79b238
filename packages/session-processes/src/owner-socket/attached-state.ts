import type { SessionNews } from "@skein/host";
import type { LiveSettings } from "@skein/host/sessions";
import type { Greeting } from "./messages.ts";

/** What is known here of a session that another process has open. */
export interface AttachedState {
  readonly settings: LiveSettings;
  readonly isRunning: boolean;
}

/** @param here - settings as if it were opened here; those that the owner tells replace them. */
export function attachedState(here: LiveSettings, greeting: Greeting): AttachedState {
  const { cwd, provider, model, mode, effort, isRunning } = greeting;
  return { settings: withEffort({ ...here, cwd, provider, model, mode }, effort), isRunning };
}

/** Computes what is known after an event of the session; those of its subagents change nothing. */
export function afterNews(state: AttachedState, news: SessionNews): AttachedState {
  if (news.type === "entry" || news.path.length > 0) return state;
  if (news.type === "run-start") return { ...state, isRunning: true };
  if (news.type === "outcome") return { ...state, isRunning: false };
  if (news.type !== "settings") return state;
  const { provider, model, mode, effort } = news;
  return { ...state, settings: withEffort({ ...state.settings, provider, model, mode }, effort) };
}

/** @param effort - `undefined`: the vendor's default. */
function withEffort(settings: LiveSettings, effort: Greeting["effort"]): LiveSettings {
  const { effort: _, ...others } = settings.options ?? {};
  return { ...settings, options: effort === undefined ? others : { ...others, effort } };
}
