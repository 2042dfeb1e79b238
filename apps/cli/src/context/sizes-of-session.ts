import type { Sessions } from "@skein/runtime";
import { contextSizes, type ContextSizes } from "@skein/runtime/context";
import { readHints } from "@skein/settings";
import { effectiveSettings } from "@skein/host/settings";
import { thisMachine } from "../machine.ts";
import { collectEntries } from "../chat/collect-entries.ts";
import { learnProviders } from "../providers.ts";
import { knownModel } from "./known-model.ts";

/** Of a session that nobody has open, by the settings that hold in its folder now. */
export async function sizesOfSession(
  sessions: Sessions,
  session: string,
  sent: Awaited<ReturnType<Sessions["context"]>>,
): Promise<ContextSizes> {
  const entries = await collectEntries(sessions.entries(session));
  const start = entries.find((entry) => entry.kind === "session-start");
  const last = entries.findLast((entry) => entry.kind === "settings");
  const cwd = start?.cwd ?? process.cwd();
  await learnProviders(cwd);
  const { values, folders } = await effectiveSettings(thisMachine(), cwd);
  const { contextTokens, compactAt } = values;
  const { provider = "", model = "" } = last ?? {};
  const { limits } = await knownModel(provider, model);
  const hints = await readHints({ cwd, config: folders.config, names: values.hints });
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
