import { fileURLToPath } from "node:url";
import { temporaryFolder } from "./temporary-folder.ts";

/** The command as users get it: the bundle, with its compiled code kept by the first round. */
export const skein = fileURLToPath(new URL("../apps/cli/bin/skein.cjs", import.meta.url));

export function benchHome(baseUrl: string): Readonly<Record<string, string>> {
  return {
    HOME: temporaryFolder(),
    ANTHROPIC_API_KEY: "bench-key-0123456789",
    ANTHROPIC_BASE_URL: baseUrl,
  };
}
