import type { Extension } from "@skein/protocol";
import type { AgentSettings } from "@skein/runtime";
import { delegateMessage } from "../agents/delegate.ts";
import type { SessionInput } from "../sessions/live/live-session.ts";

export interface ReadMessageOptions {
  readonly settings: AgentSettings;
  /** Of the session, which is opened for it when the message names one. */
  readonly extensions: () => Promise<readonly Extension[]>;
  readonly signal: AbortSignal;
}

/**
 * What the model is sent for what was typed: a prompt's words for `/server:prompt`, the resources that are named as
 * `@server:uri`, and for `@agent` what that means. Rejects with `ConfigError` for what is named and cannot be used.
 */
export async function readMessage(
  input: SessionInput,
  { settings, extensions, signal }: ReadMessageOptions,
): Promise<SessionInput> {
  if (typeof input !== "string") return input;
  if (/^\s*\/[\w-]+:\S/.test(input)) {
    const { promptMessage } = await import("./prompt-message.ts");
    const prompt = await promptMessage(input, await extensions(), signal);
    if (prompt !== undefined) return prompt;
  }
  if (/@[\w-]+:\S/.test(input)) {
    const { attachResources } = await import("./attach-resources.ts");
    const attached = await attachResources(input, await extensions(), signal);
    if (attached !== input) return attached;
  }
  return delegateMessage(input, settings);
}
