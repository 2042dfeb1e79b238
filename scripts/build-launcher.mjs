// Builds the launcher of commands for this machine, from source: packages/launcher/README.md says what it is.
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { at, env } from "./environment.mjs";
import { addonSources, launcherSources } from "./hashes.mjs";
import { capture } from "./spawn.mjs";

const strict = "-std=c11 -O2 -Wall -Wextra -Wconversion -Wshadow -Werror".split(" ");

/** The program; `undefined` where there is none: everything works without it, only slower. */
export function launcherProgram() {
  const { platform, arch } = process;
  if (platform !== "linux") return undefined;
  return at("packages", "launcher", "bin", `${platform}-${arch}`, "skein-launcher");
}

/**
 * Needs a C compiler, and links without libraries where it can, so that the program runs on every Linux.
 *
 * @returns why it was not built.
 */
export async function buildLauncher() {
  const program = launcherProgram();
  if (program === undefined) return undefined;
  mkdirSync(dirname(program), { recursive: true });
  const draft = `${program}.new`;
  const sources = launcherSources().filter((file) => file.endsWith(".c"));
  let said = "";
  for (const linking of [["-static"], []]) {
    const { exitCode, output } = await capture("cc", [...strict, ...linking, "-s", "-o", draft, ...sources], {
      cwd: at(),
      env,
    });
    said = output;
    if (exitCode !== 0) continue;
    // Whatever uses the old one meanwhile finds one of the two.
    renameSync(draft, program);
    await buildAddon(join(dirname(program), "memory.node"));
    return undefined;
  }
  rmSync(at("packages", "launcher", "bin"), { recursive: true, force: true });
  return said.trim().split("\n").at(-1);
}

/** Only for the GNU C library: another one has nothing to give back in this way, and then it is left out. */
async function buildAddon(addon) {
  const draft = `${addon}.new`;
  const words = [...strict, "-shared", "-fPIC", "-s", "-o", draft, ...addonSources()];
  const { exitCode } = await capture("cc", words, { cwd: at(), env });
  if (exitCode === 0) renameSync(draft, addon);
  else rmSync(addon, { force: true });
}
