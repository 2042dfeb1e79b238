export { keyProblem, type ConfigureAnswers } from "./answers.ts";
export { currentConfig, type CurrentConfig } from "./current.ts";
export { isProviderChosen } from "./is-provider-chosen.ts";
export { runningServers, type RunningServer } from "./running-servers.ts";
export { saveConfig, type SavedConfig, type SaveOptions } from "./save.ts";
export { listedModels, providerWith, tryAnswers } from "./try-provider.ts";
