import { spawn } from "node:child_process";

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
  if (command === undefined) return;
  // Where it cannot be started, the address is there to be opened by hand.
  spawn(command, args, { stdio: "ignore", detached: true, env: { ...env } })
    .on("error", () => {})
    .unref();
}

export function browserCommand(
  url: string,
  browser: string | undefined,
  platform: NodeJS.Platform,
): readonly string[] {
  const words = browser?.split(/\s+/).filter((word) => word !== "") ?? [];
  if (words.length > 0) {
    const isMarked = words.some((word) => word.includes("%s"));
    return isMarked ? words.map((word) => word.replaceAll("%s", () => url)) : [...words, url];
  }
  if (platform === "darwin") return ["open", url];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  return ["xdg-open", url];
}
