// What this package loads when it is first needed.

export const loadAttachFiles = () => import("./messages/attach-files.ts");
export const loadAttachResources = () => import("./messages/attach-resources.ts");
export const loadConfiguredExtension = () => import("./extensions/configured-extension.ts");
export const loadConfiguredHooks = () => import("./hooks/configured-hooks.ts");
export const loadDeveloper = () => import("@skein/extensions-builtin/developer");
export const loadHooks = () => import("@skein/hooks");
export const loadProviderLogins = () => import("./logins/provider-logins.ts");
export const loadKeptSecrets = () => import("./secrets/kept-secrets.ts");
export const loadKeyring = () => import("@napi-rs/keyring");
export const loadMemoryProposals = () => import("./memory/memory-proposals.ts");
export const loadMentions = () => import("@skein/extensions-builtin/mentions");
export const loadNamedSlot = () => import("./schedules/named-slot.ts");
export const loadOpenDefinition = () => import("./providers/open-definition.ts");
export const loadOpenRecipe = () => import("./recipes/open-recipe.ts");
export const loadOutputStylesHere = () => import("./output-styles/output-styles-here.ts");
export const loadOwnDefinitions = () => import("./providers/own-definitions.ts");
export const loadPermissions = () => import("@skein/permissions");
export const loadPromptMessage = () => import("./messages/prompt-message.ts");
export const loadProviderDefinitions = () => import("@skein/provider-definitions");
export const loadResumedRecipe = () => import("./recipes/resumed-recipe.ts");
export const loadRuntime = () => import("@skein/runtime");
export const loadRuntimeMemory = () => import("@skein/runtime/memory");
export const loadWeb = () => import("@skein/extensions-builtin/web");
export const loadWithLogin = () => import("./logins/with-login.ts");
export const loadWithCatalog = () => import("./providers/catalog/with-catalog.ts");
