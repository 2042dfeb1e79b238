import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HostParts } from "@skein/host";
import { hostWith } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { onTestFinished } from "vitest";
import { commandsOf } from "../src/index.ts";

type Commands = Awaited<ReturnType<typeof commandsOf>>;
type RunOptions = NonNullable<Parameters<Commands["run"]>[2]>;

interface ChatParts extends Partial<HostParts> {
  /** Contents by path in the folder; the user's config folder is `home/config`. */
  readonly files?: Readonly<Record<string, string>>;
  readonly turns?: Parameters<typeof hostWith>[1];
  readonly limits?: NonNullable<Parameters<typeof hostWith>[2]>["limits"];
  /** Default: `auto`. */
  readonly mode?: string;
  readonly commands?: Parameters<typeof commandsOf>[2];
}

/** A session with a scripted model, in a folder of its own that goes with the test, and what runs its commands. */
export async function chatWith({
  files = {},
  turns = [],
  mode = "auto",
  commands: options,
  ...parts
}: ChatParts = {}) {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), content);
  }
  const { host } = await hostWith(folder.path, turns, parts);
  onTestFinished(() => host.close());
  const session = await host.open({ cwd: folder.path, attended: false, overrides: { mode } });
  const commands = await commandsOf(host, folder.path, options);
  return {
    host,
    session,
    commands,
    path: folder.path,
    entries: () => Array.fromAsync(host.sessions.entries(session.id)),
    run: (name: string, argument = "", more: RunOptions = {}) =>
      commands.run({ name, argument }, session, more),
    /** Sends a message and waits for the end of its run. */
    say: async (message: string) => (await session.send(message)).result,
  };
}
