import type { StartedPackage } from "./started-package.ts";

/** Runs a program of this machine, without a shell. Rejects when it cannot be run or fails. */
export type RunProgram = (
  command: string,
  args: readonly string[],
  input: string,
) => Promise<{ readonly stdout: string }>;

/**
 * The version of a package that its launcher would start now, as the registry's own client says: `npm view`, `uv pip compile`.
 *
 * @returns `undefined` when it cannot be known: then the version is not pinned. Never rejects.
 */
export async function resolveVersion(
  { ecosystem, name, version = ecosystem === "npm" ? "latest" : "" }: StartedPackage,
  run: RunProgram,
): Promise<string | undefined> {
  try {
    if (ecosystem === "npm") {
      const { stdout } = await run("npm", ["view", `${name}@${version}`, "version", "--json"], "");
      return lastVersion(JSON.parse(stdout) as unknown);
    }
    const wanted = version === "" || version === "latest" ? name : `${name}==${version}`;
    const args = ["pip", "compile", "--quiet", "--no-deps", "--no-header", "--no-annotate", "-"];
    const { stdout } = await run("uv", args, `${wanted}\n`);
    return exact(/==\s*(\S+)/.exec(stdout)?.[1]);
  } catch {
    return undefined;
  }
}

/** Of a range, `npm view` lists all that fit, in order. */
function lastVersion(said: unknown): string | undefined {
  return exact(Array.isArray(said) ? (said.at(-1) as unknown) : said);
}

function exact(version: unknown): string | undefined {
  return typeof version === "string" && /^\d[\w.+-]{0,99}$/.test(version) ? version : undefined;
}
