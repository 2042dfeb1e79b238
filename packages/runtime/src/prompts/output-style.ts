import { tone } from "./default-prompts.ts";

/** How the model writes, in the words of the user. */
export interface OutputStyle {
  readonly name: string;
  readonly text: string;
  /** What Skein says itself about how to report stays before it. */
  readonly keepsTone: boolean;
}

/** The first part of the system prompt, with the style in place of its tone or behind it. */
export function withOutputStyle(system: string, style: OutputStyle | undefined): string {
  if (!style) return system;
  const { name, text, keepsTone } = style;
  const rest = keepsTone || !system.endsWith(tone) ? system : system.slice(0, -tone.length).trimEnd();
  return [rest, `# Output style: ${name}\n${text}`].filter((part) => part !== "").join("\n\n");
}
