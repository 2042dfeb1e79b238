import { hostWith } from "@skein/test-host";
import type { ScriptedTurn } from "@skein/provider-replay";
import { temporaryFolder } from "@skein/test-kit";
import { onTestFinished } from "vitest";
import type { SessionNews } from "@skein/host";
import { shareSessions } from "../../src/index.ts";
import { hostBeside, newsUntil } from "./shared-session.ts";

interface Owning {
  readonly mode?: string;
  /** What the first message is awaited up to. */
  readonly until?: SessionNews["type"];
}

/**
 * The session "shared", which a host of this process has open and has sent a message, and other hosts of this process that join
 * it over its socket. A whole process is not needed for that, and takes longer.
 */
export async function ownedHere(
  turns: readonly ScriptedTurn[],
  { mode = "auto", until = "outcome" }: Owning = {},
) {
  const { path: folder, [Symbol.asyncDispose]: remove } = await temporaryFolder();
  onTestFinished(remove);
  const { host } = await hostWith(folder, turns, { shareSessions });
  onTestFinished(() => host.close());
  const own = await host.open({ cwd: folder, session: "shared", attended: true, overrides: { mode } });
  const begun = newsUntil(own.events(), ({ type }) => type === until);
  await own.send("begin");
  await begun;
  return { folder, host, own };
}

/** The session "shared" as a client of another process has it. */
export async function joined(folder: string, more: object = {}) {
  const host = await hostBeside({ folder });
  const session = await host.open({ cwd: folder, session: "shared", attended: false, ...more });
  return { host, session };
}
