import { setTimeout as sleep } from "node:timers/promises";
import { nearestWord } from "@skein/platform/words";
import { ConfigError, type ModelName } from "@skein/protocol";
import { userModelFacts } from "../settings/model-facts.ts";
import { knownModel, type ModelSources } from "./known-model.ts";
import { describedModels, openProvider, type DescribedModel } from "./open-provider.ts";

/** A provider that is slower lists nothing: a name can be typed all the same. */
const patienceMs = 5_000;
const mostNamed = 12;

/** What a provider says it has; empty where it lists nothing, or does not answer. Never rejects. */
export async function offeredModels(
  { machine, providers }: ModelSources,
  provider: string,
  cwd: string,
): Promise<readonly DescribedModel[]> {
  const listeners = { say: () => undefined };
  const listed = openProvider(machine, providers, { id: provider, cwd, listeners })
    .then((opened) => describedModels(opened.provider))
    .catch(() => []);
  return Promise.race([listed, sleep(patienceMs, [], { ref: false })]);
}

/**
 * Throws `ConfigError` for a model that a provider does not have: it lists others, knows nothing of this one, and the user's
 * settings do not name it.
 */
export async function requireOffered(
  sources: ModelSources,
  { provider, model }: ModelName,
  cwd: string,
): Promise<void> {
  const { limits, price } = await knownModel(sources, { provider, model });
  if (price !== undefined || limits.contextTokens !== undefined) return;
  if (Object.hasOwn(await userModelFacts(sources.machine), model)) return;
  const ids = (await offeredModels(sources, provider, cwd)).map(({ id }) => id);
  if (ids.length === 0 || ids.includes(model)) return;
  const guess = nearestWord(model, ids);
  const named = ids.slice(0, mostNamed).join(", ");
  const more = ids.length > mostNamed ? `, and ${ids.length - mostNamed} more` : "";
  throw new ConfigError("usage", `${provider} has no model "${model}".`, {
    hint: [
      ...(guess === undefined ? [] : [`Did you mean ${guess}?`]),
      `It has: ${named}${more}.`,
      `One that it does not list can be named in config.yaml, under \`models\`.`,
    ].join("\n"),
  });
}
