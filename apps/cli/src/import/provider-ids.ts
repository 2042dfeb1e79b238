import { knownProviders } from "../providers.ts";

/** Other programs' names for providers that Skein calls differently. */
const otherNames: Readonly<Record<string, string>> = { gemini: "google" };

/** Skein's id for another program's provider; `undefined` when Skein has no such provider. */
export function providerId(name: string): string | undefined {
  const id = Object.hasOwn(otherNames, name) ? otherNames[name] : name;
  const known = id !== undefined && Object.hasOwn(knownProviders, id) ? knownProviders[id] : undefined;
  return (known?.keyVariables.length ?? 0) > 0 ? id : undefined;
}

/** The provider whose address this variable holds. */
export function providerOfAddress(variable: string): string | undefined {
  return Object.keys(knownProviders).find((id) => knownProviders[id]?.addressVariable === variable);
}

/** Whether a provider's key is kept under this name. */
export function isKeyVariable(name: string): boolean {
  return Object.values(knownProviders).some(({ keyVariables }) => keyVariables.includes(name));
}

/** The name under which a provider's key is kept. */
export function keyVariableOf(provider: string): string | undefined {
  const id = providerId(provider);
  return id === undefined ? undefined : knownProviders[id]?.keyVariables[0];
}
