import type { AgentSettings } from "@skein/runtime";
import { parseMention } from "@skein/extensions-builtin/subagents/agents";
import { withoutMarks } from "../messages/message-marks.ts";

/** The agents that can be named at the start of a message: none where no subagent can be started. */
export function mentionable({ builtins, mode, subagents, tools }: AgentSettings): readonly string[] {
  const isOffered =
    subagents !== false &&
    mode !== "chat" &&
    builtins.includes("subagents") &&
    (!tools || tools.includes("subagent"));
  return isOffered ? ((subagents ?? {}).agents ?? []).map(({ name }) => name) : [];
}

/**
 * What the model is sent for what was typed: `@reviewer look at this` has it call `subagent` with that agent. The words
 * stay as they are, and below them stands what they mean. Any other message stays as it is.
 */
export async function delegateMessage(text: string, settings: AgentSettings): Promise<string> {
  const names = mentionable(settings);
  if (names.length === 0 || !text.trimStart().startsWith("@")) return text;
  const mention = parseMention(text, names);
  return mention ? `${text.trimEnd()}\n\n${before}${mention.name}${after(mention.name)}` : text;
}

const before = '(This message is for the agent "';
const after = (name: string): string =>
  `": call the tool subagent with agent "${name}". Put into its instructions all that is asked here, and what it must know of this conversation, of which it sees nothing. Then say what it has answered.)`;

/** What was typed, without what was added to it or stands for it. */
export function asTyped(sent: string): string {
  const text = withoutMarks(sent);
  const at = text.lastIndexOf(`\n\n${before}`);
  if (at < 0) return text;
  const name = text.slice(at + 2 + before.length, text.indexOf('"', at + 2 + before.length));
  return text.endsWith(after(name)) ? text.slice(0, at) : text;
}
