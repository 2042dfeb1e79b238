import { extractText, type UserPart } from "@skein/protocol";
import type { ModelRequest } from "@skein/protocol";
import {
  alternatingMessages,
  continueText,
  conversationContinues,
  isTextType,
  omittedFile,
  plainMediaType,
  transcriptFor,
  turnsOf,
  type AlternatingMessage,
  type Owner,
} from "@skein/provider-kit";

/** A message as chat templates know it. */
export interface ChatText {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

const add = alternatingMessages(() => [conversationContinues]);

/**
 * Writes a conversation whose calls are text already (see `withToolShim`) as texts of users and replies that alternate, as
 * many templates require. Thoughts are left out: templates drop those of earlier replies.
 */
export function chatTexts({ system, messages }: ModelRequest, owner: Owner): readonly ChatText[] {
  const wire: AlternatingMessage<string>[] = [];
  for (const { reply, said } of turnsOf(transcriptFor(messages, owner))) {
    if (reply) add(wire, "assistant", written([extractText(reply.content)]));
    for (const parts of said) add(wire, "user", written(parts.map(partText)));
  }
  if (wire.at(-1)?.role !== "user") add(wire, "user", [continueText(messages.at(-1))]);
  const turns = wire.map(({ role, content }) => ({ role, content: content.join("\n") }));
  const first: ChatText = { role: "system", content: system.toWellFormed() };
  return first.content.trim() === "" ? turns : [first, ...turns];
}

function written(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => text.trim() !== "").map((text) => text.toWellFormed());
}

function partText(part: UserPart): string {
  if (part.type !== "image" && part.type !== "file") return part.text;
  const name = part.type === "file" ? part.name : undefined;
  const type = plainMediaType(part.mediaType);
  if (part.type === "image" || !isTextType(type))
    return omittedFile(name ?? (part.type === "image" ? "An image" : "A file"), "the model reads only text");
  return `${name === undefined ? "A file" : `The file ${name}`}:\n${Buffer.from(part.data, "base64").toString("utf8")}`;
}
