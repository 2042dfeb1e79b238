import type { CommandResult } from "@skein/session-commands";
import { seconds } from "../../chat/spinner.ts";

/** How a command of the user ended; its output stands above. */
export function shellText({
  end: { how },
  durationMs,
}: Extract<CommandResult, { readonly kind: "shell" }>): string {
  const ended =
    how === "interrupted"
      ? "interrupted"
      : "notStarted" in how
        ? `could not be started: ${how.notStarted}`
        : "code" in how
          ? `exit ${how.code}`
          : `ended by ${how.signal}`;
  return `  ${ended} · ${seconds(durationMs)} · the model reads it with your next message`;
}
