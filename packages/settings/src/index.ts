export { writeWhole } from "./atomic-write.ts";
export { isServiceUrl } from "./service-url.ts";
export { isTemporaryFile } from "./atomic-write.ts";
export { commandWords } from "./command-words.ts";
export {
  configPaths,
  projectFile,
  userConfigPaths,
  type ConfigPath,
  type ConfigPathsOptions,
  type FileLayer,
} from "./config-paths.ts";
export type { ConfigEntry } from "./config-file.ts";
export { directories, type Directories, type DirectoriesOptions } from "./directories.ts";
export { parseDuration, parseMoment } from "./duration.ts";
export { editConfigFile, type ConfigChange } from "./edit-config.ts";
export {
  settingFields,
  settingNames,
  type InheritedSetting,
  type ScreenSettings,
  type SettingFlags,
  type SettingName,
  type Settings,
} from "./fields/settings-table.ts";
export { type SettingField } from "./fields/setting-field.ts";
export {
  hintReading,
  readHints,
  type HintBoundary,
  type HintFile,
  type HintReading,
  type Hints,
  type HintsOptions,
} from "./hints/read-hints.ts";
export { isLoaderVariable } from "./loader-variables.ts";
export { providerGuess, unknownProvider } from "./unknown-provider.ts";
export { ensurePrivateFolder } from "./private-folder.ts";
export { promptNames, readPrompts, type PromptFile, type PromptFiles, type PromptName } from "./prompts.ts";
export { foldersOfProject, projectOf, worktreesFolder } from "./project-folders.ts";
export { type FolderIdentity } from "./trust/folder-identity.ts";
export {
  recipeTrust,
  type AgreedRecipe,
  type RecipeTrust,
  type TrustedFolder,
  type TrustedRecipe,
} from "./trust/recipe-trust.ts";
export { describeOrigin, type SettingOrigin } from "./origin.ts";
export { readConfigFile } from "./read-config-file.ts";
export { type SettingsSection } from "./read-layer.ts";
export {
  resolveSettings,
  type ResolvedSettings,
  type SectionProblem,
  type SettingsSources,
} from "./resolve-settings.ts";
export {
  secretStore,
  type Keyring,
  type SecretLocation,
  type SecretStore,
  type SecretStoreOptions,
} from "./secrets/secret-store.ts";
export { type Structure, type ValuePath, type ValueProblem } from "./structure.ts";
export { type HashedContent } from "./trust/trust-hash.ts";
export { trustStore, type TrustedProject, type TrustState, type TrustStore } from "./trust/trust-store.ts";
export {
  extensionEntry,
  extensionNamePattern,
  sectionKeys,
  configSections,
  type InheritedSection,
  type SectionKey,
  sandboxLimits,
} from "./sections.ts";
export { SettingsError, type SettingProblem } from "./settings-error.ts";
export { type ValueParser, type ParsedValue, type ValueType } from "./values.ts";
export { configSchema } from "./config-schema.ts";
