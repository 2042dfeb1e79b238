import { fileURLToPath } from "node:url";
import { compileCache } from "@skein/test-kit";

/** What is tested: the bundle, as users get it, when all checks run; otherwise the sources, which need no build. */
const isBundle = Boolean(process.env["SKEIN_TEST_BUNDLE"]);

export const entry = fileURLToPath(
  new URL(isBundle ? "../bin/skein.cjs" : "../src/main.ts", import.meta.url),
);

/** What it is started with beside its own environment: the bundle has a cache of compiled code with it. */
export const entryEnv: Readonly<Record<string, string>> = isBundle ? {} : compileCache;
