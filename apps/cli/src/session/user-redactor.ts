import { keptKeys as keysOf, machineRedactor } from "@skein/host/secrets";
import type { Redactor } from "@skein/protocol";
import type { KnownSecret } from "@skein/runtime";
import { thisMachine } from "../machine.ts";
import { providerRegistry } from "../providers.ts";

const sources = () => ({ machine: thisMachine(), providers: providerRegistry });

/** Keys of providers that are kept on this machine. Throws `ConfigError` for a file that cannot be read. */
export const keptKeys = (): Promise<readonly KnownSecret[]> => keysOf(sources(), process.cwd());

/** Hides what is secret on this machine and in that folder. @param keys - those that are kept, unless given. */
export async function userRedactor(cwd: string, keys?: readonly KnownSecret[]): Promise<Redactor> {
  return machineRedactor(sources(), cwd, keys ?? (await keptKeys()));
}
