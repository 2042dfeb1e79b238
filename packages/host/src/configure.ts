export { keyProblem, type ConfigureAnswers } from "./configure/answers.ts";
export { currentConfig, type CurrentConfig } from "./configure/current.ts";
export { saveConfig, type SavedConfig, type SaveOptions } from "./configure/save.ts";
export { offeredModels, providerWith } from "./configure/try-provider.ts";
