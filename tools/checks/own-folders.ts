import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Vitest's global set-up: an empty home folder and an empty temporary folder for all test processes, which inherit the
 * variables of this one. What the user has there changes no result, and nothing of the tests stays there.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "skein-"));
  const before = { HOME: process.env["HOME"], TMPDIR: process.env["TMPDIR"] };
  // Short names: paths of sockets may have 107 bytes.
  process.env["HOME"] = join(folder, "h");
  process.env["TMPDIR"] = join(folder, "t");
  mkdirSync(join(folder, "h"));
  mkdirSync(join(folder, "t"));
  return () => {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    rmSync(folder, { recursive: true, force: true });
  };
}
