import { extractText, type Extension, type UserPart } from "@skein/protocol";
import type { AgentSettings, AttachFile, AttachResource, FillPrompt } from "@skein/runtime";
import { delegateMessage } from "../agents/delegate.ts";
import type { SessionInput, TypedMessage } from "../sessions/live/live-session.ts";
import {
  isContent,
  noAdditions,
  withAdditions,
  type Additions,
  type MessageContent,
} from "./message-content.ts";
import { loadAttachFiles, loadAttachResources, loadPromptMessage } from "../later.ts";

export interface ReadMessageOptions {
  readonly settings: AgentSettings;
  /** Of the session, which is opened for it when the message names something. */
  readonly agent: () => Promise<MessageAgent>;
  /** Whether the words come from a person, who need not be asked about the files that they name. */
  readonly isFromPerson: boolean;
  readonly signal: AbortSignal;
}

/** What a message may name. */
interface MessageAgent {
  readonly extensions: readonly Extension[];
  readonly attachFile: AttachFile;
  readonly attachResource: AttachResource;
  readonly fillPrompt: FillPrompt;
}

/**
 * What the model is sent for what was typed: a prompt's words for `/server:prompt`, the resources that are named as
 * `@server:uri`, the files that are named as `@path` or attached, and for `@agent` what that means. Rejects with `ConfigError`
 * for what is named and cannot be used.
 */
export async function readMessage(input: SessionInput, options: ReadMessageOptions): Promise<MessageContent> {
  const { settings, agent, isFromPerson, signal } = options;
  if (isContent(input)) return fitted(input, agent);
  const typed = typeof input === "string" ? { text: input, attachments: [] } : input;
  const { text, attachments } = typed;
  const filesOf = async (message: TypedMessage): Promise<Additions> => {
    const { attachFiles } = await loadAttachFiles();
    const { attachFile } = await agent();
    return attachFiles(message, { cwd: settings.cwd, attachFile, isFromPerson });
  };
  if (/^\s*\/[\w-]+:\S/.test(text)) {
    const { promptMessage } = await loadPromptMessage();
    const prompt = await promptMessage(text, { ...(await agent()), signal });
    if (prompt !== undefined) {
      const parts: readonly UserPart[] =
        typeof prompt === "string" ? [{ type: "text", text: prompt }] : prompt;
      const others = await fitted(
        parts.filter(({ type }) => type !== "text"),
        agent,
      );
      const files = attachments.length === 0 ? noAdditions : await filesOf({ text: "", attachments });
      return withAdditions(extractText(parts), [{ texts: [], parts: others }, files]);
    }
  }
  const additions: Additions[] = [];
  if (/@[\w-]+:\S/.test(text)) {
    const { attachResources } = await loadAttachResources();
    const { texts, parts } = await attachResources(text, { ...(await agent()), signal });
    additions.push({ texts, parts: await fitted(parts, agent) });
  }
  if (attachments.length > 0 || /@\S/.test(text)) {
    additions.push(await filesOf(typed));
  }
  return withAdditions(await delegateMessage(text, settings), additions);
}

async function fitted(
  parts: readonly UserPart[],
  agent: ReadMessageOptions["agent"],
): Promise<readonly UserPart[]> {
  if (parts.every(({ type }) => type === "text")) return parts;
  const { fittedParts } = await loadAttachFiles();
  return fittedParts(parts, (await agent()).attachFile);
}
