export { definitionsFolder, projectDefinitions } from "./providers/definition-folders.ts";
export { firstWithKey } from "./providers/first-with-key.ts";
export { type KnownProvider, type KnownProviders } from "./providers/known-provider.ts";
export { knownModel, type KnownModel, type ModelSources } from "./providers/known-model.ts";
export {
  checkDefinition,
  definitionFields,
  definitionFile,
  definitionNamed,
  keepDefinition,
} from "./providers/kept-definition.ts";
export { listProviders, type ListedProvider } from "./providers/list-providers.ts";
export { openDefinition } from "./providers/open-definition.ts";
export {
  describedModels,
  openProvider,
  type DescribedModel,
  type OpenProviderOptions,
} from "./providers/open-provider.ts";
export { providerAccess, type KeyListeners, type ProviderAccess } from "./providers/provider-access.ts";
export {
  createProviderRegistry,
  type LearnedProviders,
  type ProviderLoaders,
  type ProviderRegistry,
} from "./providers/provider-registry.ts";
export { optionalProvider } from "./providers/optional-provider.ts";
export { httpLogFolder } from "./providers/http-log-folder.ts";
export { offeredModels, requireOffered } from "./providers/offered-models.ts";
export { keptCatalog, type KeptCatalog } from "./providers/catalog/kept-catalog.ts";
export { rateNames } from "./providers/catalog/price-order.ts";
export {
  refreshCatalog,
  type CatalogChange,
  type PlannedCatalog,
  type RefreshOptions,
  type RefreshedCatalog,
} from "./providers/catalog/refresh-catalog.ts";
