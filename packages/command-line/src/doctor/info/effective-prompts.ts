import { join } from "node:path";
import type { Machine } from "@skein/host";
import { defaultPrompts } from "@skein/runtime";
import { promptNames, readPrompts, type PromptName } from "@skein/settings";

export interface EffectivePrompts {
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
export async function effectivePrompts({
  directories,
}: Pick<Machine, "directories">): Promise<EffectivePrompts> {
  const { files, warnings } = await readPrompts(directories.config);
  const parts = promptNames.map((name) => {
    const file = files.find((one) => one.name === name);
    return { name, origin: file?.path ?? "default", text: file?.text ?? defaultPrompts[name] };
  });
  return { folder: join(directories.config, "prompts"), parts, warnings };
}
