import type { EffectivePrompts } from "@skein/command-line/doctor/info";
import { cleanText } from "@skein/terminal";

export function promptsText({ folder, parts, warnings }: EffectivePrompts): string {
  const blocks = parts.map(
    ({ name, origin, text }) => `== ${name}.md (${cleanText(origin)})\n${cleanText(text) || "(left out)"}`,
  );
  const notes = warnings.map((warning) => `skein: ${cleanText(warning)}`);
  const end = `A file of that name in ${cleanText(folder)} takes the place of a part; an empty one leaves it out.`;
  return `${[...blocks, ...notes, end].join("\n\n")}\n`;
}
