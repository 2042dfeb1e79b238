export {
  configExtensions,
  entryProblem,
  readyServers,
  type ConfigExtension,
  pinKeyIn,
} from "./settings/config-extensions.ts";
export { builtinsHere } from "./settings/builtins-here.ts";
export {
  effectiveSettings,
  type EffectiveSettings,
  type ProjectTrust,
} from "./settings/effective-settings.ts";
export { keepTheme, type KeptTheme } from "./settings/keep-theme.ts";
export {
  changeSetting,
  listSettings,
  type ChangedSetting,
  type ListedSetting,
  type ListedSettings,
  settingValues,
  type SettingValue,
} from "./settings/list-settings.ts";
export { userModelFacts } from "./settings/model-facts.ts";
export { type ReferenceSources } from "./settings/look-up-reference.ts";
export { permissionRules } from "./settings/permission-rules.ts";
export { providerAddresses } from "./settings/provider-addresses.ts";
export { type ProviderEntry } from "./settings/provider-entries.ts";
export { fillReferences, referencesIn, withoutReferences } from "./settings/references.ts";
export { notSecret } from "./settings/secret-settings.ts";
export { configuredCommands, type ConfiguredCommand } from "./settings/slash-commands.ts";
export { settingFix } from "./settings/setting-fix.ts";
export { spendingHere } from "./settings/spending-here.ts";
export { spendingLimits } from "./settings/spending-limits.ts";
export { stallLimits, type StallLimits } from "./settings/stall-limits.ts";
export { definitionsProblem, trustProblem } from "./settings/trust-problem.ts";
export { userEntries, userSettings } from "./settings/user-entries.ts";
export { requireFolder } from "./settings/require-folder.ts";
export { sandboxAccess } from "./settings/sandbox-access.ts";
export { type WebSearch, webSearchOf } from "./settings/web-search.ts";
export { hintsHere } from "./settings/hints-here.ts";
export { usedFolders } from "./settings/effective-settings.ts";
