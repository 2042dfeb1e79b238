import type { Sessions } from "@skein/runtime";
import { contextSizes, type ContextSizes } from "@skein/runtime/context";
import { knownModel, type ModelSources } from "../providers/known-model.ts";
import { effectiveSettings } from "../settings/effective-settings.ts";
import { hintsHere } from "../settings/hints-here.ts";
import { collectEntries } from "./collect-entries.ts";

/**
 * Of a session that is not open, by the settings that hold in its folder now.
 *
 * @param cwd - its folder when it does not say.
 */
export async function sizesOfSession(
  { sessions, cwd: here, ...sources }: ModelSources & { readonly sessions: Sessions; readonly cwd: string },
  session: string,
  sent: Awaited<ReturnType<Sessions["context"]>>,
): Promise<ContextSizes> {
  const entries = await collectEntries(sessions.entries(session));
  const start = entries.find((entry) => entry.kind === "session-start");
  const last = entries.findLast((entry) => entry.kind === "settings");
  const cwd = start?.cwd ?? here;
  await sources.providers.learn(sources.machine, cwd);
  const effective = await effectiveSettings(sources.machine, cwd);
  const { contextTokens, compactAt } = effective.values;
  const { provider = "", model = "" } = last ?? {};
  const { limits } = await knownModel(sources, { provider, model });
  const hints = await hintsHere(effective, cwd);
  return contextSizes({
    entries,
    sent,
    model: {
      provider,
      id: model,
      limits: contextTokens === undefined ? limits : { ...limits, contextTokens },
    },
    compactAt,
    hints: hints.files.map(({ text }) => text.trim()),
  });
}
