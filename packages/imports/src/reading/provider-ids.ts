import type { KnownProviders } from "@skein/host/providers";

/** Other programs' names for providers that Skein calls differently. */
const otherNames: Readonly<Record<string, string>> = { gemini: "google" };

/** Skein's id for another program's provider; `undefined` when Skein has no such provider. */
export function providerId(known: KnownProviders, name: string): string | undefined {
  const id = Object.hasOwn(otherNames, name) ? otherNames[name] : name;
  const provider = id !== undefined && Object.hasOwn(known, id) ? known[id] : undefined;
  return (provider?.keyVariables.length ?? 0) > 0 ? id : undefined;
}

/** The provider whose address this variable holds. */
export function providerOfAddress(known: KnownProviders, variable: string): string | undefined {
  return Object.keys(known).find((id) => known[id]?.addressVariable === variable);
}

/** Whether a provider's key is kept under this name. */
export function isKeyVariable(known: KnownProviders, name: string): boolean {
  return Object.values(known).some(({ keyVariables }) => keyVariables.includes(name));
}

/** The name under which a provider's key is kept. */
export function keyVariableOf(known: KnownProviders, provider: string): string | undefined {
  const id = providerId(known, provider);
  return id === undefined ? undefined : known[id]?.keyVariables[0];
}
