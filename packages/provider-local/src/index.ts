export { modelsFolder } from "./files/models-folder.ts";
export { createLocal, local, type LocalProvider } from "./provider.ts";
export { type LocalSettings } from "./settings.ts";
