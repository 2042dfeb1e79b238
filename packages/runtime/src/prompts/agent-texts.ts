import type { AgentParts } from "@skein/agent";
import type { AgentSettings } from "../agent-settings.ts";
import { defaultPrompts } from "./default-prompts.ts";
import { hintsText } from "./hints-text.ts";
import { withOutputStyle } from "./output-style.ts";
import { systemPrompt } from "./system-prompt.ts";

/** The parts of an agent's system prompt. @param notes - from the user, for its model. */
export function agentTexts(
  { prompts: own, systemReplacement, outputStyle, hints = [], system = "", instructions = "" }: AgentSettings,
  notes: string,
): Required<Pick<AgentParts, "prompt" | "system">> {
  const prompts = { ...defaultPrompts, ...own };
  const texts = [notes, hintsText(hints, prompts), system, instructions];
  const first = withOutputStyle(systemReplacement ?? prompts.system, outputStyle);
  return {
    prompt: systemPrompt({ ...prompts, system: first }),
    system: texts.filter((text) => text !== "").join("\n\n"),
  };
}
