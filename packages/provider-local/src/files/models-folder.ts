import { join } from "node:path";

/**
 * Folder of a user's models, within the folder of Skein's data. Private to the user: who can change a model decides what
 * an agent does.
 */
export function modelsFolder(dataFolder: string): string {
  return join(dataFolder, "models");
}
