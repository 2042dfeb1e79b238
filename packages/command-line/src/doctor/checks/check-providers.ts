import type { Machine } from "@skein/host";
import {
  projectDefinitions,
  firstWithKey,
  type KeyListeners,
  type ProviderRegistry,
} from "@skein/host/providers";
import { describeKey, findKey, keptSecrets } from "@skein/host/secrets";
import { effectiveSettings, definitionsProblem } from "@skein/host/settings";
import { ProviderError } from "@skein/protocol";
import { problemOf, type CheckFinding } from "./finding.ts";

const area = "providers";

export interface ProviderChecks {
  /** Absolute. */
  readonly cwd: string;
  /** Learns the definitions of the user and of `cwd`. */
  readonly providers: ProviderRegistry;
  /** Is notified of the key of the provider that is asked. */
  readonly listeners: KeyListeners;
  /** Without the network: no provider is asked. */
  readonly isOffline: boolean;
}

/** Definitions that do not count, keys, and whether the chosen provider answers. */
export async function* checkProviders(
  machine: Machine,
  options: ProviderChecks,
): AsyncGenerator<CheckFinding> {
  const { cwd, providers } = options;
  yield* await definitionFindings(machine, options);
  const secrets = keptSecrets(machine);
  for (const [id, { keyVariables, definedBy }] of Object.entries(providers.known)) {
    if (keyVariables.length === 0) continue;
    const key = await findKey(machine, keyVariables, secrets);
    if (!key && definedBy === "bundled") continue;
    if (!key) yield { area, state: "ok", text: `${id}: no key` };
    else if (key.place.kind !== "file") yield { area, state: "ok", text: `${id}: ${describeKey(key)}` };
    else {
      const text = `${id}: ${describeKey(key)}`;
      yield { area, state: "note", text, nextStep: { do: "use-keyring" } };
    }
  }
  // Settings that cannot be read were told before.
  const values = await effectiveSettings(machine, cwd).then(
    (found) => found.values,
    () => undefined,
  );
  if (!values) {
    yield { area, state: "note", text: "No provider was asked: how to reach one is in the settings, too." };
    return;
  }
  const chosen = values.provider ?? (await firstWithKey(machine, providers.known));
  if (chosen === undefined) {
    const text = "No provider is chosen, and there is no key for any.";
    yield { area, state: "problem", text, nextStep: { do: "set-up" } };
    return;
  }
  yield await chosenFinding(machine, chosen, options);
}

async function definitionFindings(
  machine: Machine,
  { cwd, providers }: Pick<ProviderChecks, "cwd" | "providers">,
): Promise<readonly CheckFinding[]> {
  const { warnings, untrusted } = await providers.learn(machine, cwd);
  const folder = projectDefinitions(cwd).project;
  return [
    ...(untrusted === undefined
      ? []
      : [
          {
            area,
            state: "note",
            text: definitionsProblem(untrusted),
            nextStep: { do: "trust-folder", folder },
          } as const,
        ]),
    ...warnings.map((text) => ({ area, state: "note", text }) as const),
  ];
}

async function chosenFinding(
  machine: Machine,
  id: string,
  { providers, listeners, isOffline }: ProviderChecks,
): Promise<CheckFinding> {
  const began = performance.now();
  try {
    providers.named(id);
    const provider = await providers.loaders(machine, listeners)[id]!();
    await provider.prepare();
    if (isOffline) return { area, state: "ok", text: `${id} is chosen; it was not asked (offline)` };
    await provider.check();
    return {
      area,
      state: "ok",
      text: `${id} is chosen and answers (${Math.round(performance.now() - began)} ms)`,
    };
  } catch (error) {
    return { ...problemOf(area, error), ...(ProviderError.is(error) ? { isProviders: true } : {}) };
  }
}
