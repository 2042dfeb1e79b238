import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The command as users get it: the bundle, with its compiled code kept by the first round. */
export const skein = fileURLToPath(new URL("../apps/cli/bin/skein.js", import.meta.url));

export function benchHome(baseUrl: string): Readonly<Record<string, string>> {
  return {
    HOME: mkdtempSync(join(tmpdir(), "skein-bench-")),
    ANTHROPIC_API_KEY: "bench-key-0123456789",
    ANTHROPIC_BASE_URL: baseUrl,
  };
}
