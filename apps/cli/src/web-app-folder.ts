import { existsSync } from "node:fs";
import { join } from "node:path";

/** Beside the chunks of the bundle; in the repository, where the app's own build puts it. */
const folders = ["../web", "../../web-app/dist"].map((folder) => join(import.meta.dirname, folder));

/** The folder of the browser app as it was built. `undefined`: it was not. */
export function webAppFolder(): string | undefined {
  return folders.find((folder) => existsSync(join(folder, "index.html")));
}
