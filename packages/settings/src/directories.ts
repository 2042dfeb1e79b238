import { posix, win32, type PlatformPath } from "node:path";
import { ConfigError } from "@skein/protocol";

/** Absolute paths. None of them is created here: see `ensurePrivateFolder`. */
export interface Directories {
  /** What the user writes: `config.yaml`, recipes. */
  readonly config: string;
  /** What must be kept: sessions, remembered approvals. */
  readonly data: string;
  /** What may be lost: logs, caches, locks. */
  readonly state: string;
}

export interface DirectoriesOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder. Default: HOME, or USERPROFILE on Windows. */
  readonly home?: string | undefined;
  readonly platform?: NodeJS.Platform;
  /** Whether a path exists. Used for the home folder, in which nothing can be created otherwise. Default: not checked. */
  readonly exists?: ((path: string) => boolean) | undefined;
}

/**
 * The folders of Skein's files.
 *
 * `SKEIN_HOME` moves all three under one folder, as `config`, `data` and `state`. Otherwise each follows its XDG
 * variable, or the default of the XDG specification; on Windows without XDG variables they are in the application
 * data folders. An XDG variable that is not an absolute path is ignored, as the specification requires.
 *
 * Throws `ConfigError` when no folder can be determined.
 *
 * Source: https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function directories(options: DirectoriesOptions): Directories {
  const { env, platform = process.platform } = options;
  const home = options.home ?? env["HOME"] ?? (platform === "win32" ? env["USERPROFILE"] : undefined);
  const path = platform === "win32" ? win32 : posix;
  if (env["SKEIN_HOME"]) return underOne(env["SKEIN_HOME"], path);

  const xdg = (variable: string): string | undefined => {
    const folder = env[variable];
    return folder && path.isAbsolute(folder) ? path.join(folder, "skein") : undefined;
  };
  const atHome = (...folders: string[]): string => {
    const problem = homeProblem(home, path, options.exists);
    if (home && problem === undefined) return path.join(home, ...folders, "skein");
    throw new ConfigError("usage", `No home folder: ${problem}.`, {
      hint: "Set HOME, or set SKEIN_HOME to a folder for Skein's files.",
    });
  };
  const onWindows = (variable: string, folder: string): string | undefined => {
    const found = platform === "win32" ? env[variable] : undefined;
    return found ? path.join(found, "skein", folder) : undefined;
  };
  return {
    config: xdg("XDG_CONFIG_HOME") ?? onWindows("APPDATA", "config") ?? atHome(".config"),
    data: xdg("XDG_DATA_HOME") ?? onWindows("LOCALAPPDATA", "data") ?? atHome(".local", "share"),
    state: xdg("XDG_STATE_HOME") ?? onWindows("LOCALAPPDATA", "state") ?? atHome(".local", "state"),
  };
}

/** Why a home folder cannot hold Skein's folders. */
function homeProblem(
  home: string | undefined,
  path: PlatformPath,
  exists: DirectoriesOptions["exists"],
): string | undefined {
  if (!home) return "HOME is not set";
  if (!path.isAbsolute(home)) return `HOME is ${JSON.stringify(home)}, which is not an absolute path`;
  if (exists?.(home) !== false) return undefined;
  return `HOME is ${JSON.stringify(home)}, which does not exist`;
}

function underOne(folder: string, path: PlatformPath): Directories {
  if (!path.isAbsolute(folder)) {
    throw new ConfigError(
      "usage",
      `SKEIN_HOME is ${JSON.stringify(folder)}, which is not an absolute path.`,
      {
        hint: "Give the whole path, so that it names the same folder wherever Skein is started.",
      },
    );
  }
  return {
    config: path.join(folder, "config"),
    data: path.join(folder, "data"),
    state: path.join(folder, "state"),
  };
}
