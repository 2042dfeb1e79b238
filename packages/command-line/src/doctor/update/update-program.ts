import { access, constants } from "node:fs/promises";
import { join } from "node:path";
import type { Machine } from "@skein/host";
import { ConfigError, messageOf } from "@skein/protocol";
import { runProgram } from "@skein/runtime/extensions";
import { installationOf, packageName, type Installation } from "./installation.ts";
import { isNewer, newestVersion } from "./newest-version.ts";

export interface UpdateWish {
  /** The file that runs. */
  readonly program: string;
  /** The one that runs. */
  readonly version: string;
  /** Only looks. */
  readonly isCheck: boolean;
}

/** What has become of it. `by-hand`: the user has to type `command`. */
export type Updated =
  | { readonly state: "current"; readonly newest: string }
  | { readonly state: "available"; readonly newest: string }
  | { readonly state: "updated"; readonly newest: string }
  | { readonly state: "by-hand"; readonly newest: string; readonly command: string; readonly why: string };

const installMs = 600_000;

/** Installs the newest version where this one is. Throws `ConfigError` when npm fails. */
export async function updateProgram(
  { env }: Pick<Machine, "env">,
  { program, version, isCheck }: UpdateWish,
): Promise<Updated> {
  const newest = await newestVersion(env);
  if (!isNewer(newest, version)) return { state: "current", newest };
  if (isCheck) return { state: "available", newest };
  const installed = await installationOf(program);
  const hand = await byHand(installed);
  if (hand) return { state: "by-hand", newest, ...hand };
  const { prefix } = installed as Extract<Installation, { readonly by: "npm" }>;
  const args = ["install", "-g", "--prefix", prefix, `${packageName}@${newest}`];
  await runProgram(env, installMs)("npm", args, "").catch((error: unknown) => {
    throw new ConfigError("usage", `npm could not install ${packageName} ${newest}: ${messageOf(error)}`, {
      cause: error,
      hint: `npm ${args.join(" ")}`,
    });
  });
  return { state: "updated", newest };
}

/** What the user has to do himself, and why. */
async function byHand(
  installed: Installation,
): Promise<{ readonly command: string; readonly why: string } | undefined> {
  const command = `npm install -g ${packageName}@latest`;
  if (installed.by === "other")
    return { command: installed.command, why: "npm has not installed this program globally" };
  if (installed.by === "unknown") return { command, why: "this program is not an installed package" };
  const { prefix } = installed;
  const folders = [join(prefix, "lib", "node_modules"), join(prefix, "node_modules")];
  const writable = await Promise.all(
    folders.map((folder) =>
      access(folder, constants.W_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  if (writable.includes(true)) return undefined;
  return {
    command: `sudo npm install -g ${packageName}@latest`,
    why: `${prefix} cannot be written here`,
  };
}
