import { resolve } from "node:path";
import type { SessionInput } from "@skein/host";
import { ConfigError } from "@skein/protocol";

/** The task with the files of `--attach`, which are relative to the folder the user is in. */
export function withAttachedFiles(
  task: string | undefined,
  files: readonly string[] = [],
): SessionInput | undefined {
  if (files.length === 0) return task;
  if (task !== undefined) return { text: task, attachments: files.map((file) => resolve(file)) };
  throw new ConfigError("usage", "--attach needs a task.", {
    hint: "Say with -t what is to be done with the files.",
  });
}
