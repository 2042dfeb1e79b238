import { keptKeys, machineRedactor, outputRedaction, type RedactorSources } from "@skein/host/secrets";
import type { Redactor } from "@skein/protocol";
import { thisMachine } from "../machine.ts";
import { providerRegistry } from "../providers.ts";

export const redactorSources = (): RedactorSources => ({
  machine: thisMachine(),
  providers: providerRegistry,
});

/** Hides what is secret on this machine and in that folder. Throws `ConfigError` for a file that cannot be read. */
export async function userRedactor(cwd: string): Promise<Redactor> {
  const sources = redactorSources();
  return machineRedactor(sources, cwd, await keptKeys(sources, process.cwd()));
}

/** Hides what is secret here in what is printed. */
export const openRedaction = () =>
  outputRedaction(process.env, () => [redactorSources(), process.cwd()] as const);
