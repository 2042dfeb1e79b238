import { createHash, randomUUID } from "node:crypto";
import type { AgentParts } from "@skein/agent";
import type {
  ExtensionPrompts,
  FilledPrompt,
  Redactor,
  ResourceContent,
  ToolContentPart,
} from "@skein/protocol";
import { cleanFolder } from "../secrets/with-clean-folders.ts";
import { loadExtensions } from "../later.ts";

/**
 * Makes a resource of a server a part of a user's message. Bytes that no model can be shown are saved in a file of the session,
 * which the text names.
 *
 * @param maxBytes - UTF-8 bytes of all texts together; what is longer is clipped, which is said.
 */
export type AttachResource = (
  contents: readonly ResourceContent[],
  options: { readonly maxBytes: number },
) => Promise<readonly ToolContentPart[]>;

/** A prompt of a server for a user's message. Bytes that no model can be shown are saved as those of a resource. */
export type FillPrompt = (
  prompts: ExtensionPrompts,
  name: string,
  values: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<FilledPrompt>;

interface AttachingSession extends Pick<AgentParts, "callFolder"> {
  readonly session: string;
  readonly redactor: Redactor;
}

/** @param callFolder - absent for a session that is kept in memory: then bytes are left out, which is said. */
export function attachResource({ session, callFolder, redactor }: AttachingSession): AttachResource {
  return async (contents, { maxBytes }) => {
    const { resourceParts } = await loadExtensions();
    const folder = callFolder?.(session, `attached-${digestOf(contents)}`);
    const parts = await resourceParts(contents, { maxBytes, folder });
    if (folder !== undefined) await cleanFolder(folder, redactor);
    return parts;
  };
}

export function fillPrompt({ session, callFolder, redactor }: AttachingSession): FillPrompt {
  return async (prompts, name, values, signal) => {
    const folder = callFolder?.(session, `attached-${randomUUID()}`);
    const filled = await prompts.get(name, values, signal, undefined, folder);
    if (folder !== undefined) await cleanFolder(folder, redactor);
    return filled;
  };
}

/** The same resource is saved once. */
function digestOf(contents: readonly ResourceContent[]): string {
  return createHash("sha256").update(JSON.stringify(contents)).digest("hex").slice(0, 16);
}
