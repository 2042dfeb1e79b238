import type { Parsed } from "@skein/command-line";
import type { runFlags } from "@skein/command-line/flags";
import { ConfigError } from "@skein/protocol";
import { entryNumber } from "./entry-number.ts";
import type { ForkPoint } from "@skein/host/sessions";

type ForkFlags = Pick<Parsed<typeof runFlags>, "fork" | "at" | "resume" | "no-session">;

/** @returns `undefined` when no fork is wanted. Throws `ConfigError` for flags that do not go together. */
export function forkChoice(flags: ForkFlags): ForkPoint | undefined {
  const { fork, at, resume } = flags;
  if (!fork) {
    if (at === undefined) return undefined;
    throw new ConfigError("usage", "--at says where to fork, so it needs --fork.", {
      hint: "skein run -r --fork --at SEQ …",
    });
  }
  if (!resume) {
    throw new ConfigError("usage", "--fork needs a session to fork.", {
      hint: "Add -r, with --session-id ID or -n NAME where the last one here is not meant.",
    });
  }
  if (flags["no-session"]) {
    throw new ConfigError("usage", "--fork makes a session, and --no-session keeps none.", {
      hint: "Leave one of them out.",
    });
  }
  return { at: at === undefined ? undefined : entryNumber("at", at) };
}

/** Which session it is now. */
export function forkNotice(fork: string, parent: string, { at }: ForkPoint): string {
  return `Session ${fork} is a fork of ${parent}${at === undefined ? "" : ` at entry ${at}`}.`;
}
