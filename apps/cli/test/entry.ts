import { fileURLToPath } from "node:url";

/** What is tested: the bundle, as users get it, when all checks run; otherwise the sources, which need no build. */
export const entry = fileURLToPath(
  new URL(process.env["SKEIN_TEST_BUNDLE"] ? "../bin/skein.js" : "../src/main.ts", import.meta.url),
);
