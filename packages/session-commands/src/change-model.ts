import { listProviders, offeredModels, requireOffered } from "@skein/host/providers";
import type { CommandScope } from "./command.ts";
import type { CommandResult, ModelsOffered } from "./command-result.ts";

/** Changes the model. @param argument - `ID`, `PROVIDER ID`, or `PROVIDER`; where that leaves open which, lists those there are. */
export async function changeModel(argument: string, scope: CommandScope): Promise<CommandResult> {
  const { session, providers } = scope;
  const now = session.settings();
  const [first = "", ...rest] = argument.split(/\s+/);
  const named = Object.hasOwn(providers.known, first) ? providers.known[first] : undefined;
  const provider = named ? first : now.provider;
  const model = named ? rest.join(" ") || named.defaultModel : argument;
  if (model === undefined || model === "") return modelsOf(provider, scope);
  await requireOffered(scope, { provider, model }, now.cwd);
  await session.setModel(provider, model);
  return { kind: "model", provider, model };
}

async function modelsOf(provider: string, scope: CommandScope): Promise<ModelsOffered> {
  const { machine, providers, session } = scope;
  const { cwd, ...current } = session.settings();
  const [models, listed] = await Promise.all([
    offeredModels(scope, provider, cwd),
    listProviders(machine, providers, cwd),
  ]);
  // A server on this machine that needs no key may not be there: only what was set up is offered.
  const others = listed.filter(
    ({ id, missing, key, baseUrl }) =>
      id !== provider && missing.length === 0 && (key !== null || baseUrl !== null),
  );
  const { provider: named, model } = current;
  return {
    kind: "models",
    current: { provider: named, model },
    provider,
    models,
    others: others.map(({ id }) => id),
  };
}
