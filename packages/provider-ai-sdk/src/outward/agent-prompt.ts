import type { LanguageModelV4CallOptions, SharedV4Warning } from "@ai-sdk/provider";
import { extractText } from "@skein/protocol";
import type { Message, UserPart } from "@skein/protocol";
import { settingWarnings, unsupported } from "./model-request.ts";
import { messagesIn } from "./prompt-messages.ts";

/** What an agent is asked, and what of the options it does not see to. */
export interface AgentAsk {
  readonly input: readonly UserPart[];
  readonly warnings: readonly SharedV4Warning[];
}

export interface AskOptions {
  /** Whether the agent is new and must be told what was said before. */
  readonly tellsHistory: boolean;
}

/**
 * An agent has its own system prompt, tools, limits and history, so it only uses the last user message of a
 * prompt.
 */
export function agentAsk(options: LanguageModelV4CallOptions, { tellsHistory }: AskOptions): AgentAsk {
  const { system, messages } = messagesIn(options.prompt);
  const from = messages.findLastIndex(({ role }) => role !== "user") + 1;
  const said = messages.slice(from).flatMap((message) => (message.role === "user" ? message.content : []));
  const told = tellsHistory ? toldHistory(system, messages.slice(0, from)) : "";
  const input: readonly UserPart[] = told === "" ? said : [{ type: "text", text: told }, ...said];
  return { input, warnings: warningsOf(options, system !== "" && !tellsHistory) };
}

function toldHistory(system: string, messages: readonly Message[]): string {
  const lines = messages.map((message) => {
    const parts =
      message.role === "tool" ? message.content.flatMap(({ content }) => content) : message.content;
    return `${speakers[message.role]}: ${extractText(parts)}`;
  });
  return [
    ...(system.trim() === "" ? [] : [`What you are asked to be: ${system}`]),
    ...(lines.length === 0 ? [] : [`The conversation so far:\n${lines.join("\n")}`]),
  ].join("\n\n");
}

const speakers: Readonly<Record<Message["role"], string>> = {
  user: "User",
  assistant: "You",
  tool: "Result of a call",
};

function warningsOf(options: LanguageModelV4CallOptions, leavesSystem: boolean): SharedV4Warning[] {
  const { tools = [], temperature, maxOutputTokens, reasoning } = options;
  const own = { temperature, maxOutputTokens, reasoning };
  return [
    ...(leavesSystem ? [unsupported("system", "The agent has its own.")] : []),
    ...(tools.length === 0 ? [] : [unsupported("tools", "The agent has its own.")]),
    ...Object.entries(own).flatMap(([name, value]) =>
      value === undefined ? [] : [unsupported(name, "Set it on the agent.")],
    ),
    ...settingWarnings(options),
  ];
}
