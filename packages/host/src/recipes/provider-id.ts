import type { KnownProviders } from "../providers/known-provider.ts";

/** Goose's names for providers that Skein calls differently. */
const names: Readonly<Record<string, string>> = {
  gemini: "google",
  gcp_vertex_ai: "vertex",
  aws_bedrock: "bedrock",
};

/** Skein's id for a provider that a recipe names; `undefined` when there is no such one. */
export function recipeProviderId(known: KnownProviders, name: string): string | undefined {
  if (Object.hasOwn(known, name)) return name;
  const id = Object.hasOwn(names, name) ? names[name] : name.replaceAll("_", "-");
  return id !== undefined && Object.hasOwn(known, id) ? id : undefined;
}
