export { keyProblem, type ConfigureAnswers } from "./configure/answers.ts";
export { currentConfig, type CurrentConfig } from "./configure/current.ts";
export { isProviderChosen } from "./configure/is-provider-chosen.ts";
export { runningServers, type RunningServer } from "./configure/running-servers.ts";
export { saveConfig, type SavedConfig, type SaveOptions } from "./configure/save.ts";
export { offeredModels, providerWith, tryAnswers } from "./configure/try-provider.ts";
