export { isAddress } from "./address.ts";
export { isTemporaryFile } from "./atomic-write.ts";
export { commandWords } from "./command-words.ts";
export {
  configPaths,
  projectFile,
  type ConfigPath,
  type ConfigPathsOptions,
  type FileLayer,
} from "./config-paths.ts";
export { readConfigFile, type ConfigEntry } from "./config-file.ts";
export { directories, type Directories, type DirectoriesOptions } from "./directories.ts";
export { parseDuration } from "./duration.ts";
export { editConfigFile, type ConfigChange } from "./edit-config.ts";
export { fields, settingNames, type Field, type Mode, type SettingName, type Settings } from "./fields.ts";
export { readHints, type Hint, type Hints, type HintsOptions } from "./hints.ts";
export { isLoaderVariable } from "./loader-variables.ts";
export { nearestWord } from "./nearest-word.ts";
export { ensurePrivateFolder } from "./private-folder.ts";
export { promptNames, readPrompts, type PromptFile, type PromptFiles, type PromptName } from "./prompts.ts";
export { foldersOfProject } from "./project-folders.ts";
export { type FolderIdentity } from "./folder-identity.ts";
export {
  recipeTrust,
  type AgreedRecipe,
  type RecipeTrust,
  type TrustedPlace,
  type TrustedRecipe,
} from "./recipe-trust.ts";
export { describeOrigin, type Origin } from "./origin.ts";
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
  type SecretPlace,
  type SecretStore,
  type SecretStoreOptions,
} from "./secret-store.ts";
export { type Structure, type ValuePath, type ValueProblem } from "./structure.ts";
export { type HashedContent } from "./trust-hash.ts";
export { trustStore, type TrustedProject, type TrustState, type TrustStore } from "./trust-store.ts";
export { extensionEntry, extensionNamePattern, sectionKeys, sections, type SectionKey } from "./sections.ts";
export { SettingsError, type SettingProblem } from "./settings-error.ts";
export { type Parse, type Parsed, type Shape } from "./values.ts";
