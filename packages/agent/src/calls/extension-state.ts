import type { ExtensionState } from "@skein/protocol";
import type { RunNeeds } from "../run/run-scope.ts";

/** An extension's state in the session, as given to one of its calls. */
export function stateOf(
  { id, log }: Pick<RunNeeds<"id" | "log">, "id" | "log">,
  extension: string,
): ExtensionState {
  return {
    read: () => log.stateOf(extension),
    async write(state) {
      await log.write(id, { kind: "extension-state", extension, state });
    },
  };
}
