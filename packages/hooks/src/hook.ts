import type { JsonObject } from "@skein/protocol";
import type { HookEventName } from "./hook-events.ts";
import type { Matcher } from "./matcher.ts";

/** What a hook does. */
export type HookAction =
  /** A command for the shell. It reads the event as JSON and may write JSON. */
  | { readonly type: "command"; readonly command: string }
  /** The event is sent with POST; the answer is read like a command's output. */
  | { readonly type: "http"; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  /** For apps. Returns what a command would write, or a promise of it. */
  | {
      readonly type: "function";
      readonly run: (input: JsonObject, signal: AbortSignal) => unknown;
    };

export interface Hook {
  readonly event: HookEventName;
  readonly matcher: Matcher;
  readonly action: HookAction;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /**
   * What a hook that fails means: it could not be started, was too late, ended with another code than 0 and 2, or wrote
   * what cannot be read. `deny` only for events that can refuse what comes next.
   */
  readonly onFailure: "deny" | "continue";
  /**
   * Names of variables that it gets: a command in its environment, a server where its headers name them. Nothing else that
   * may be a secret reaches it.
   */
  readonly variables: readonly string[];
  /** The folder of the plugin that it is part of, which commands get as `CLAUDE_PLUGIN_ROOT`. */
  readonly root?: string;
  /** Where it was declared, for people: a file, or `code`. */
  readonly origin: string;
}

/** What people read of it. */
export function hookTitle({ action }: Pick<Hook, "action">): string {
  switch (action.type) {
    case "command":
      return `hook ${action.command}`;
    case "http":
      return `hook ${action.url}`;
    case "function":
      return `hook ${action.run.name === "" ? "(function)" : action.run.name}`;
  }
}
