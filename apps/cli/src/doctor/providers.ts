import { ProviderError } from "@skein/protocol";
import { describeKey, findKey, keptSecrets } from "@skein/host/secrets";
import { effectiveSettings } from "@skein/host/settings";
import { thisMachine } from "../machine.ts";
import { openProvider } from "../provider/chosen-provider.ts";
import { firstWithKey, knownProviders, learnProviders } from "../providers.ts";
import type { Examination, Finding } from "./finding.ts";
import { saidError } from "../wording/next-step.ts";

const area = "providers";

export async function* providers({ cwd, isOffline }: Examination): AsyncGenerator<Finding> {
  const secrets = keptSecrets(thisMachine());
  for (const text of await learnProviders(cwd)) yield { area, state: "note", text };
  for (const [id, { keyVariables, definedBy }] of Object.entries(knownProviders)) {
    if (keyVariables.length === 0) continue;
    const key = await findKey(thisMachine(), keyVariables, secrets);
    if (!key && definedBy === "bundled") continue;
    if (!key) yield { area, state: "ok", text: `${id}: no key` };
    else if (key.place.kind !== "file") yield { area, state: "ok", text: `${id}: ${describeKey(key)}` };
    else {
      const fix = "Where the system has a keyring, `skein configure` puts it there.";
      yield { area, state: "note", text: `${id}: ${describeKey(key)}`, fix };
    }
  }
  // Settings that cannot be read were told before.
  const values = await effectiveSettings(thisMachine(), cwd).then(
    (found) => found.values,
    () => undefined,
  );
  if (!values) {
    yield { area, state: "note", text: "No provider was asked: how to reach one is in the settings, too." };
    return;
  }
  const chosen = values.provider ?? (await firstWithKey());
  if (chosen === undefined) {
    const text = "No provider is chosen, and there is no key for any.";
    yield { area, state: "problem", text, fix: "skein configure" };
    return;
  }
  yield await chosenFinding(chosen, isOffline);
}

async function chosenFinding(id: string, isOffline: boolean): Promise<Finding> {
  const began = performance.now();
  try {
    const { provider } = await openProvider(id);
    await provider.prepare();
    if (isOffline) return { area, state: "ok", text: `${id} is chosen; it was not asked (--offline)` };
    await provider.check();
    return {
      area,
      state: "ok",
      text: `${id} is chosen and answers (${Math.round(performance.now() - began)} ms)`,
    };
  } catch (error) {
    const { message, hint } = saidError(error);
    return {
      area,
      state: "problem",
      text: message,
      ...(hint === undefined ? {} : { fix: hint }),
      ...(ProviderError.is(error) ? { isProviders: true } : {}),
    };
  }
}
