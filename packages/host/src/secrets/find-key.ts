import type { SecretLocation, SecretStore } from "@skein/settings";
import type { Machine } from "../machine.ts";

/** Where a provider's key was found; the key itself stays there. */
export interface FoundKey {
  readonly variable: string;
  readonly place: SecretLocation | { readonly kind: "environment" };
}

/** @param variables - the first that is set wins, in the environment before anywhere else. */
export async function findKey(
  { env }: Pick<Machine, "env">,
  variables: readonly string[],
  secrets: SecretStore,
): Promise<FoundKey | undefined> {
  const variable = variables.find((name) => (env[name] ?? "").trim() !== "");
  if (variable !== undefined) return { variable, place: { kind: "environment" } };
  for (const name of variables) {
    const place = await secrets.where(name);
    if (place) return { variable: name, place };
  }
  return undefined;
}

/** For tables: `ANTHROPIC_API_KEY in the environment`. */
export function describeKey(key: FoundKey | undefined): string {
  if (!key) return "no key";
  if (key.place.kind === "file") return `${key.variable} in ${key.place.path}`;
  return `${key.variable} in the ${key.place.kind}`;
}
