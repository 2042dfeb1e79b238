import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import type { EndedHere } from "./in-process.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

type Turns = Parameters<typeof anthropicServer>[0];

/** A home whose hooks are those of Claude Code: `~/.claude/settings.json`, and scripts beside it. */
export interface HooksHome extends AsyncDisposable {
  readonly skein: SkeinHome;
  /** One file of the home; absolute. */
  path(name: string): string;
  put(name: string, text: string): Promise<void>;
  read(name: string): Promise<string>;
  /** A task for the model with that script. @returns how it ended, and what the model was sent, a text each. */
  run(turns: Turns, args?: readonly string[]): Promise<EndedHere & { readonly sent: readonly string[] }>;
}

export async function hooksHome(
  hooks: object,
  scripts: Readonly<Record<string, string>> = {},
): Promise<HooksHome> {
  const skein = await skeinHome();
  const path = (name: string) => join(skein.home, name);
  async function put(name: string, text: string): Promise<void> {
    await mkdir(dirname(path(name)), { recursive: true });
    await writeFile(path(name), text);
  }
  await put(".claude/settings.json", JSON.stringify({ model: "opus", hooks }, null, 2));
  await put(".config/skein/config.yaml", "hookFiles: [~/.claude/settings.json]\n");
  for (const [name, text] of Object.entries(scripts)) {
    await put(`.claude/hooks/${name}`, `#!/bin/sh\n${text}\n`);
    await chmod(path(`.claude/hooks/${name}`), 0o755);
  }
  return {
    skein,
    path,
    put,
    read: (name) => readFile(path(name), "utf8"),
    async run(turns, args = []) {
      await using server = await anthropicServer(turns);
      const env = { ANTHROPIC_BASE_URL: server.url };
      const ended = await skein.here(["run", "-t", "go", "-q", ...args], env);
      return { ...ended, sent: server.requests.map(({ bytes }) => bytes.toString()) };
    },
    [Symbol.asyncDispose]: () => skein[Symbol.asyncDispose](),
  };
}

/** A hook that is a script beside the settings. */
export function script(name: string, more: object = {}) {
  return { type: "command", command: `"$HOME"/.claude/hooks/${name}`, ...more };
}
