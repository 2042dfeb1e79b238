import { defaultPrompts } from "@skein/runtime";
import { directories, promptNames, readPrompts, type PromptName } from "@skein/settings";
import { cleanText } from "../terminal/clean-text.ts";

export interface PromptsInForce {
  /** Where a file `NAME.md` takes the place of a part. */
  readonly folder: string;
  readonly parts: readonly {
    readonly name: PromptName;
    /** `default`, or the file. */
    readonly origin: string;
    readonly text: string;
  }[];
  readonly warnings: readonly string[];
}

/** What the model is told in Skein's name. Throws `ConfigError`. */
export async function promptsInForce(): Promise<PromptsInForce> {
  const { config } = directories({ env: process.env });
  const { files, warnings } = await readPrompts(config);
  const parts = promptNames.map((name) => {
    const file = files.find((one) => one.name === name);
    return { name, origin: file?.path ?? "default", text: file?.text ?? defaultPrompts[name] };
  });
  return { folder: `${config}/prompts`, parts, warnings };
}

export function promptsText({ folder, parts, warnings }: PromptsInForce): string {
  const blocks = parts.map(
    ({ name, origin, text }) => `== ${name}.md (${cleanText(origin)})\n${cleanText(text) || "(left out)"}`,
  );
  const notes = warnings.map((warning) => `skein: ${cleanText(warning)}`);
  const end = `A file of that name in ${cleanText(folder)} takes the place of a part; an empty one leaves it out.`;
  return `${[...blocks, ...notes, end].join("\n\n")}\n`;
}
