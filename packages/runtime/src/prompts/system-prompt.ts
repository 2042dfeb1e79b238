import type { Prompt } from "@skein/protocol";
import type { Prompts } from "./default-prompts.ts";

/** The system prompt of Skein's agents. */
export function systemPrompt(prompts: Pick<Prompts, "system" | "to-the-end" | "final-output">): Prompt {
  return ({ system, interaction, extensions, finalOutput }) =>
    [
      prompts.system,
      interaction === "execute" ? prompts["to-the-end"] : "",
      ...extensions.map(({ name, instructions }) => (instructions ? `# ${name}\n${instructions}` : "")),
      finalOutput ? prompts["final-output"] : "",
      system,
    ]
      .filter((text) => text !== "")
      .join("\n\n");
}
