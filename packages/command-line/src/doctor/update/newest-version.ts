import { ConfigError, messageOf } from "@skein/protocol";
import { runProgram } from "@skein/runtime/extensions";
import { packageName } from "./installation.ts";

/** Global, so that no project's `.npmrc` names the registry. */
export const newestArguments = ["view", "-g", packageName, "version", "--json"] as const;

const longestMs = 60_000;

/** As the registry says that npm is configured for. Throws `ConfigError` when npm does not tell. */
export async function newestVersion(env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await runProgram(env, longestMs)("npm", newestArguments, "").catch((error: unknown) => {
    throw new ConfigError("usage", `npm does not tell the newest version: ${messageOf(error)}`, {
      cause: error,
      hint: `npm ${newestArguments.join(" ")} shows why.`,
    });
  });
  const version = versionIn(stdout);
  if (version !== undefined) return version;
  throw new ConfigError("usage", `npm has no version of ${packageName}.`, {
    hint: `npm ${newestArguments.join(" ")} shows what it says.`,
  });
}

/** What `npm view` has printed; `undefined` for anything else. */
export function versionIn(said: string): string | undefined {
  const [, version] = /^\s*"(\d+\.\d+\.\d+(?:-[\w.-]+)?)"\s*$/.exec(said) ?? [];
  return version;
}

/** Of two versions with three numbers; what is behind them is older than nothing behind them. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(than)];
  const at = one.findIndex((number, place) => number !== other[place]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

function numbersOf(version: string): readonly number[] {
  const [plain = "", ...before] = version.split("-");
  return [...plain.split(".").map(Number), before.length === 0 ? 1 : 0];
}
