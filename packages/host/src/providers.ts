export { definitionsFolder, projectDefinitions } from "./providers/definition-folders.ts";
export { firstWithKey } from "./providers/first-with-key.ts";
export { type KnownProvider, type KnownProviders } from "./providers/known-provider.ts";
export { bundledDefinition, openDefinition } from "./providers/open-definition.ts";
export { providerAccess, type KeyListeners, type ProviderAccess } from "./providers/provider-access.ts";
export {
  createProviderRegistry,
  type LearnedProviders,
  type ProviderLoaders,
  type ProviderRegistry,
} from "./providers/provider-registry.ts";
