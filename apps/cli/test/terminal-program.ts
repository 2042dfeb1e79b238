import { entry, entryEnv } from "./entry.ts";

/** `skein` with these arguments as a line for a shell, each word quoted. */
export function skeinLine(args: readonly string[]): string {
  return [process.execPath, entry, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}

/** What a program in a terminal finds, and nothing else of who runs the tests. @param home - its working folder too. */
export function terminalEnv(
  home: string,
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return {
    ...entryEnv,
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    TERM: "xterm-256color",
    SHELL: "/bin/sh",
    ...env,
  };
}
