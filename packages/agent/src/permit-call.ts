import { type Answer, type Decision, type EntryBody, type ToolFailure } from "@skein/protocol";
import { revealInput } from "./hide-secrets.ts";
import { checkInput, gateRequestOf, judge, type SoundCall } from "./judge-call.ts";
import { RunStop } from "./run-stop.ts";
import type { RunScope } from "./scope.ts";

export const notStarted: ToolFailure = { kind: "interrupted", started: false, partial: "" };

export type Permitted =
  | { readonly sound: SoundCall; readonly entries: readonly EntryBody[] }
  | { readonly failure: ToolFailure; readonly entries: readonly EntryBody[] };

/** Lets a call through, asks whoever is there, or refuses it. @returns what to journal with it. */
export async function permitCall(scope: RunScope, sound: SoundCall, decision: Decision): Promise<Permitted> {
  const callId = sound.id;
  if (scope.signal.aborted) return { failure: notStarted, entries: [] };
  const entries: EntryBody[] = [{ kind: "decision", callId, ...ruling(decision) }];
  if (decision.verdict === "allow") return { sound, entries };
  if (decision.verdict === "deny") return deny("policy", decision, entries);
  await scope.log.write(scope.id, ...entries);
  const answer = await askFor(scope, sound, decision).catch((error: unknown) => {
    if (scope.signal.aborted) return undefined;
    throw error;
  });
  if (!answer) return { failure: notStarted, entries: [] };
  return obey(scope, sound, answer);
}

async function obey(scope: RunScope, asked: SoundCall, answer: Answer): Promise<Permitted> {
  const { parts } = scope;
  const callId = asked.id;
  const by = "user";
  if (!("allow" in answer)) {
    const reason = "deny" in answer ? answer.deny : "The question was left unanswered.";
    const stop = "deny" in answer && answer.stop === true;
    return deny("user", { by, reason, stop }, [{ kind: "decision", callId, verdict: "deny", by, reason }]);
  }
  let sound = asked;
  if (answer.input !== undefined) {
    // What was edited is another call: it is checked again, and what is denied stays denied.
    const input = revealInput(parts.redactor, asked.mounted.tool, answer.input);
    const checked = checkInput(callId, asked.mounted, input);
    if ("failure" in checked) return { failure: checked.failure, entries: [] };
    sound = checked.sound;
    const again = await judge(scope, sound);
    if (again.verdict === "deny")
      return deny("policy", again, [{ kind: "decision", callId, ...ruling(again) }]);
  }
  if (answer.allow !== "once") await parts.gate.remember?.(gateRequestOf(sound, parts.cwd), answer.allow);
  return { sound, entries: [{ kind: "decision", callId, verdict: "allow", by, reason: answer.allow }] };
}

function deny(
  by: "user" | "policy",
  {
    reason = "",
    stop,
    by: ruler,
  }: { readonly reason?: string; readonly stop?: boolean; readonly by: string },
  entries: readonly EntryBody[],
): Permitted {
  if (stop) {
    throw new RunStop("denied", { code: "denied", message: reason || `A call was denied by ${ruler}.` });
  }
  return { failure: { kind: "denied", by, reason }, entries };
}

function ruling({ verdict, by, reason }: Decision) {
  return { verdict, by, ...(reason === undefined ? {} : { reason }) };
}

/** Shown without secrets, to people and in the journal; what is edited gets them back. */
function askFor({ parts, questions }: RunScope, { id, mounted, input }: SoundCall, decision: Decision) {
  const { tool, extension } = mounted;
  return questions.ask(
    parts.hide({
      id: parts.ids(),
      kind: "approval",
      callId: id,
      tool: tool.name,
      extension: extension.name,
      effect: tool.effect,
      input,
      reason: decision.reason ?? `Asked by ${decision.by}.`,
    }),
  );
}
