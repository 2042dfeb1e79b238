import { resolve } from "node:path";
import { ConfigError } from "@skein/protocol";

interface TaskWithFiles {
  readonly text: string;
  /** Absolute. */
  readonly attachments: readonly string[];
}

/** The task with the files of `--attach`, which are relative to the folder the user is in. */
export function withAttachedFiles(
  task: string | undefined,
  files: readonly string[] = [],
): string | TaskWithFiles | undefined {
  if (files.length === 0) return task;
  if (task !== undefined) return { text: task, attachments: files.map((file) => resolve(file)) };
  throw new ConfigError("usage", "Files need a task.", {
    hint: "Say what is to be done with them.",
  });
}
