import { spawn } from "node:child_process";
import { once } from "node:events";
import { inheritedVariables } from "@skein/platform/variables";
import { ConfigError } from "@skein/protocol";

export interface PageOpener {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Receives lines for the user. */
  readonly say: (line: string) => void;
}

/**
 * Shows a page to the user: says its address and opens it in a browser, where there is one. `BROWSER` names the browser:
 * a command, whose `%s` is the address, or which gets it as its last argument. No shell is involved.
 */
export function openPage(url: string, { env, platform, say }: PageOpener): void {
  say(`Log in on this page: ${url}`);
  const [command, ...args] = browserCommand(url, env["BROWSER"], platform);
  // Where it cannot be started, the address is there to be opened by hand.
  spawn(command, args, { stdio: "ignore", detached: true, env: inheritedVariables("user", env) })
    .on("error", () => {})
    .unref();
}

/**
 * Has the system open a link of any kind. No shell is involved. Throws `ConfigError` when it cannot.
 *
 * @param browser - names the browser for a page: see `openPage`.
 */
export async function openLink(link: string, platform: NodeJS.Platform, browser?: string): Promise<void> {
  const [command, ...args] = browserCommand(link, browser, platform);
  const child = spawn(command, args, { stdio: "ignore", detached: true, env: inheritedVariables("user") });
  try {
    await once(child, "spawn");
  } catch (cause) {
    throw new ConfigError("usage", `${command} cannot be started, so that nothing opens the link.`, {
      cause,
      hint: "Open it by hand.",
    });
  }
  child.unref();
}

/** Whether there is a screen on which a browser could open, as far as the environment says. */
export function canOpenPages(env: PageOpener["env"], platform: NodeJS.Platform): boolean {
  if (env["BROWSER"]) return true;
  if (env["SSH_CONNECTION"]) return false;
  if (platform === "darwin" || platform === "win32") return true;
  return Boolean(env["DISPLAY"] ?? env["WAYLAND_DISPLAY"]);
}

/** Opens a page in the user's browser. @returns whether one could be started. */
export async function showPage(url: string, { env, platform }: Omit<PageOpener, "say">): Promise<boolean> {
  if (!canOpenPages(env, platform)) return false;
  return openLink(url, platform, env["BROWSER"]).then(
    () => true,
    () => false,
  );
}

export function browserCommand(
  url: string,
  browser: string | undefined,
  platform: NodeJS.Platform,
): readonly [string, ...string[]] {
  const words = browser?.split(/\s+/).filter((word) => word !== "") ?? [];
  const [program, ...args] = words;
  if (program !== undefined) {
    const isMarked = words.some((word) => word.includes("%s"));
    const filled = (word: string) => word.replaceAll("%s", () => url);
    return isMarked ? [filled(program), ...args.map(filled)] : [program, ...args, url];
  }
  if (platform === "darwin") return ["open", url];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  return ["xdg-open", url];
}
