import { extractText, type UserPart } from "@skein/protocol";
import { hookNotices } from "../run/nudges.ts";
import { callHooks, hookStopCode, type HookNeeds } from "../run/call-hooks.ts";
import type { RunNeeds } from "../run/run-scope.ts";
import { RunStop } from "../run-stop.ts";

/** So often in a row hooks may send the model back to work. */
const maxContinuations = 10;

/** Hooks that wait for the start of the session, and for what a person says. Throws a `RunStop` when one refuses it. */
export async function callStartHooks(
  scope: HookNeeds & RunNeeds<"state">,
  { input, isResumed }: { readonly input: readonly UserPart[]; readonly isResumed: boolean },
): Promise<void> {
  const { state } = scope;
  if (!state.hasToldStart) {
    state.hasToldStart = true;
    const source = isResumed ? "resume" : "startup";
    await callHooks(scope, { type: "session-start", source, model: state.model.id });
  }
  if (input.length === 0) return;
  const { verdict, by, reason } = await callHooks(scope, { type: "user-prompt", text: extractText(input) });
  if (verdict !== "deny") return;
  const message = `The message was refused by the ${by ?? "hook"}${reason ? `: ${reason}` : "."}`;
  throw new RunStop("denied", { code: hookStopCode, message });
}

/** Whether the model may stop: a hook can send it back to work. */
export function createStopHooks(scope: HookNeeds): { goOn(text: string): Promise<boolean> } {
  let continuations = 0;
  return {
    async goOn(text) {
      const { continueWith } = await callHooks(scope, { type: "stop", text, isContinued: continuations > 0 });
      if (continueWith === undefined) return false;
      if (++continuations > maxContinuations) {
        scope.emit({
          type: "notice",
          level: "warning",
          text: hookNotices.tooManyContinuations(maxContinuations),
        });
        return false;
      }
      const message = { from: "hook", content: [{ type: "text", text: continueWith }] } as const;
      const [entry] = await scope.log.write(scope.id, { kind: "user-message", ...message });
      scope.emit({ type: "user-message", ...message }, entry.seq);
      return true;
    },
  };
}
