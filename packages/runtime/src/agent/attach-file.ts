import type { Attachment, AttachmentOptions } from "@skein/extensions-builtin/attachments";
import { createGate, type PermissionRule } from "@skein/permissions";
import {
  ConfigError,
  escapeName,
  type AttemptModel,
  type FilePart,
  type ImagePart,
  type ModelLimits,
} from "@skein/protocol";
import type { AgentSources } from "./agent-sources.ts";
import { loadAttachments } from "../later.ts";

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
 * Makes a file a part of a user's message. Rejects with `ConfigError` for one that may not be read, that an ignore file keeps
 * from the model, or that the model does not take.
 *
 * @param file - its absolute path, or the file itself, which needs no permission.
 */
export type AttachFile = (
  file: string | ImagePart | FilePart,
  options: AttachFileOptions,
) => Promise<Attachment>;

interface AttachingAgent {
  readonly cwd: string;
  readonly rules?: readonly PermissionRule[] | undefined;
  /** The permission mode in force. */
  readonly mode: () => string;
  /** The model in use. */
  readonly model: () => Pick<AttemptModel, "provider" | "id" | "limits">;
}

export function attachFile(sources: AgentSources, agent: AttachingAgent): AttachFile {
  return async (file, { isFromPerson, maxTextBytes }) => {
    if (typeof file === "string") await requireReadable(sources, agent, file, isFromPerson);
    const { attachmentOf, readAttachment } = await loadAttachments();
    const model = agent.model();
    const options: AttachmentOptions = {
      maxTextBytes,
      takes: await mediaOf(model, sources.providers),
      model: model.id,
    };
    if (typeof file === "string") return readAttachment(file, options);
    const bytes = Buffer.from(file.data, "base64");
    const name = file.type === "file" ? (file.name ?? "the file") : "the image";
    const attached = { name, shown: name, bytes, size: bytes.length, isImage: file.type === "image" };
    return attachmentOf(attached, options);
  };
}

async function requireReadable(
  { knowledge, remembered, guard }: AgentSources,
  { cwd, rules = [], mode }: AttachingAgent,
  path: string,
  isFromPerson: boolean,
): Promise<void> {
  // A mode without tools does not keep the user from naming files, and one that asks about each call has asked.
  const readingMode = mode() === "auto" ? "auto" : "smart_approve";
  const gate = createGate({ ...knowledge, rules, guard, store: remembered, mode: readingMode });
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
  if (decision.verdict === "allow") return;
  const { isGuarded = false } = await gate.explain(request);
  if (decision.verdict === "ask" && !isGuarded && isFromPerson) return;
  const shown = escapeName(path);
  const hint = `The permission rule "read(${shown}): allow" frees it.`;
  const entry = isGuarded ? guard(path, "reads") : undefined;
  if (entry) throw new ConfigError("usage", `${shown} is not sent: it ${entry.what}.`, { hint });
  if (decision.verdict === "deny")
    throw new ConfigError("usage", `${shown} is not sent. ${decision.reason ?? "A rule denies it."}`);
  throw new ConfigError("usage", `${shown} is not sent: it is outside the working folder.`, {
    hint: `${hint} A person may name it, and so may whoever attaches it by its path.`,
  });
}

/** What is not known by itself may be in the list of the endpoint. */
async function mediaOf(
  { provider, id, limits }: ReturnType<AttachingAgent["model"]>,
  providers: AgentSources["providers"],
): Promise<AttachmentOptions["takes"]> {
  const { images, pdfs } = limits;
  if (images !== undefined) return { images, pdfs };
  const listed = await providers[provider]?.()
    .then((loaded) => loaded.models(AbortSignal.timeout(longestListMs)))
    .catch(() => []);
  const said: ModelLimits = listed?.find((one) => one.id === id)?.limits ?? {};
  return { images: said.images, pdfs: pdfs ?? said.pdfs };
}

const longestListMs = 10_000;
