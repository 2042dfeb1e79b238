import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "rolldown";

const appFolder = fileURLToPath(new URL("../web-app/dist", import.meta.url));

/** Puts the browser app, where it was built, into `web` beside the chunks: `skein web` serves it from there. */
export function webApp(built = appFolder): Plugin {
  return {
    name: "web-app",
    generateBundle() {
      if (!existsSync(join(built, "index.html")))
        return this.warn("The browser app is not built: it is left out.");
      const files = readdirSync(built, { recursive: true, withFileTypes: true }).filter((one) =>
        one.isFile(),
      );
      for (const { parentPath, name } of files) {
        if (name.endsWith(".map")) continue;
        const file = join(parentPath, name);
        const fileName = `web/${relative(built, file).replaceAll("\\", "/")}`;
        this.emitFile({ type: "asset", fileName, source: readFileSync(file) });
      }
    },
  };
}
