import { knownProviders } from "../providers.ts";

/** Goose's names for providers that Skein calls differently. */
const names: Readonly<Record<string, string>> = {
  gemini: "google",
  gcp_vertex_ai: "vertex",
  aws_bedrock: "bedrock",
};

/** Skein's id for a provider that a recipe names; `undefined` when there is no such one. */
export function recipeProviderId(name: string): string | undefined {
  if (Object.hasOwn(knownProviders, name)) return name;
  const id = Object.hasOwn(names, name) ? names[name] : name.replaceAll("_", "-");
  return id !== undefined && Object.hasOwn(knownProviders, id) ? id : undefined;
}
