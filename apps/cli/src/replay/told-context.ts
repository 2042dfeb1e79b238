import type { ReplayOptions } from "@skein/runtime";
import { readTextFile } from "@skein/terminal";
import { warn } from "../print.ts";

export interface ToldFlags {
  readonly system?: string;
  readonly "system-file"?: string;
}

/** What the model is told instead of what it was told, as the same flags of a run would have it. */
export async function toldContext({
  system,
  "system-file": file,
}: ToldFlags): Promise<Pick<ReplayOptions, "context">> {
  if (system === undefined && file === undefined) return {};
  const replacement = file === undefined ? undefined : await readTextFile(file, "--system-file", warn);
  return {
    context: (recorded) => ({
      ...recorded,
      system: [replacement ?? recorded.system, system].filter((text) => text !== undefined).join("\n\n"),
    }),
  };
}
