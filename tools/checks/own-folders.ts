import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Vitest's global set-up: an empty home folder and an empty temporary folder for all test processes, which inherit the
 * variables of this one. What the user has there changes no result, and nothing of the tests stays there.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "skein-"));
  const names = ["HOME", "TMPDIR", "LANG", "LC_ALL"];
  const before = names.map((name) => [name, process.env[name]] as const);
  // Short names: paths of sockets may have 107 bytes.
  process.env["HOME"] = join(folder, "h");
  process.env["TMPDIR"] = join(folder, "t");
  // Commands warn of a language that is not installed.
  delete process.env["LANG"];
  delete process.env["LC_ALL"];
  mkdirSync(join(folder, "h"));
  mkdirSync(join(folder, "t"));
  // Tests run commands as other users, too.
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "t"), 0o1777);
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    rmSync(folder, { recursive: true, force: true });
  };
}
