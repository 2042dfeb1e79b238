import type { Attachment } from "@skein/extensions-builtin/attachments";
import { createGate, type PermissionRule } from "@skein/permissions";
import { ConfigError } from "@skein/protocol";
import type { AgentSources } from "./agent-sources.ts";

interface AttachFileOptions {
  /** UTF-8 bytes of text; what is longer is clipped, which is said. */
  readonly maxTextBytes: number;
  /**
   * Whether a person has named it, who need not be asked about it again: then only guarded files and those that a rule
   * denies are refused. Otherwise it must be one that a tool may read unasked.
   */
  readonly isFromPerson: boolean;
}

/**
 * Reads a file that a user's message names. Rejects with `ConfigError` for one that may not be read, that an ignore file
 * keeps from the model, or that no model takes.
 *
 * @param path - absolute.
 */
export type AttachFile = (path: string, options: AttachFileOptions) => Promise<Attachment>;

interface ReadingSettings {
  readonly cwd: string;
  readonly rules?: readonly PermissionRule[] | undefined;
}

/** @param mode - the permission mode in force. */
export function attachFile(
  { knowledge, remembered, guard }: AgentSources,
  { cwd, rules = [] }: ReadingSettings,
  mode: () => string,
): AttachFile {
  return async (path, { isFromPerson, ...options }) => {
    const gate = createGate({ ...knowledge, rules, guard, store: remembered, mode: readingMode(mode()) });
    const request = {
      callId: "attached",
      tool: "read",
      extension: "developer",
      effect: "reads",
      input: { path },
      resources: [`file:${path}`],
      cwd,
    } as const;
    const decision = await gate.decide(request, new AbortController().signal);
    const { isGuarded = false } = await gate.explain(request);
    const isRefused = decision.verdict === "deny" || isGuarded || !isFromPerson;
    if (decision.verdict !== "allow" && isRefused) {
      const why = decision.unasked ?? decision.reason ?? "The permission rules do not let it be read.";
      throw new ConfigError("usage", `${path} cannot be attached. ${why}`);
    }
    const { readAttachment } = await import("@skein/extensions-builtin/attachments");
    return readAttachment(path, options);
  };
}

/** A mode without tools does not keep the user from naming files, and one that asks about each call has asked. */
function readingMode(mode: string): string {
  return mode === "auto" ? "auto" : "smart_approve";
}
