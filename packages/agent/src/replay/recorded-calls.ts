import {
  isAboutCall,
  isBroken,
  type Answer,
  type Entry,
  type EntryOf,
  type JsonValue,
  type CheckpointResult,
  type ToolOutcome,
} from "@skein/protocol";

/** The recorded tool calls of a run. */
export interface RecordedCalls {
  resultOf(callId: string): EntryOf<"tool-result"> | undefined;
  /** Results of other calls of the same reply that came earlier. */
  resultsBefore(entry: Entry): readonly Entry[];
  /** In order. */
  decisionsOn(callId: string): readonly EntryOf<"decision">[];
  /** In order; `undefined` for a question without an answer. */
  answersOn(callId: string): readonly { readonly answer: Answer; readonly entry: Entry }[];
  /** The preview in the last question about the call. */
  previewOf(callId: string): string | undefined;
  /** Whether a question of the run was never answered. */
  isAskedInVain(): boolean;
  /** Whether the call was started in this run rather than in an earlier one. */
  isOwn(callId: string): boolean;
  /** Why the tool rejected an input. */
  issuesOf(tool: string, isInput: (input: JsonValue) => boolean): readonly string[] | undefined;
  resourcesOf(tool: string, input: JsonValue): readonly string[];
  checkpointOf(callId: string): CheckpointResult | undefined;
}

export function outcomeOf(entry: EntryOf<"tool-result">): ToolOutcome {
  const { failure, content, structured, artifacts, app, reports } = entry;
  if (failure) return failure;
  return {
    content,
    ...(structured === undefined ? {} : { structured }),
    ...(app ? { app } : {}),
    ...(artifacts ? { artifacts } : {}),
    ...(reports ? { reports } : {}),
  };
}

/**
 * @param entries - of the run.
 * @param journal - of the whole session, since this run may answer questions of an earlier one.
 */
export function recordedCalls(entries: readonly Entry[], journal: readonly Entry[]): RecordedCalls {
  const results = new Map<string, EntryOf<"tool-result">>();
  const before = new Map<number, readonly Entry[]>();
  const decisions = new Map<string, EntryOf<"decision">[]>();
  const asked = new Map(
    journal.flatMap((entry): [string, string][] =>
      entry.kind === "question" && isAboutCall(entry.question)
        ? [[entry.question.id, entry.question.callId]]
        : [],
    ),
  );
  const unanswered = new Set<string>();
  const answers = new Map<string, { answer: Answer; entry: Entry }[]>();
  const inputs = new Map<string, { readonly tool: string; readonly input: JsonValue }>();
  const refused: { readonly tool: string; readonly input: JsonValue; readonly issues: readonly string[] }[] =
    [];
  const own = new Set<string>();
  const resources = new Map<string, readonly string[]>();
  const checkpoints = new Map<string, CheckpointResult>();
  let ofReply: Entry[] = [];
  let taken: readonly string[] = [];

  for (const entry of entries) {
    switch (entry.kind) {
      case "assistant-message":
        [ofReply, taken] = [[], []];
        for (const part of entry.content) {
          if (part.type === "tool-call" && !isBroken(part))
            inputs.set(part.id, { tool: part.name, input: part.input });
        }
        break;
      case "decision":
        if (entry.input !== undefined) {
          const call = inputs.get(entry.callId);
          if (call) inputs.set(entry.callId, { ...call, input: entry.input });
        }
        decisions.set(entry.callId, [...(decisions.get(entry.callId) ?? []), entry]);
        break;
      case "question":
        unanswered.add(entry.question.id);
        break;
      case "answer": {
        unanswered.delete(entry.questionId);
        const callId = asked.get(entry.questionId);
        if (callId === undefined) break;
        const { answer } = entry;
        before.set(entry.seq, [...ofReply]);
        answers.set(callId, [...(answers.get(callId) ?? []), { answer, entry }]);
        const call = inputs.get(callId);
        if (call && "allow" in answer && answer.input !== undefined)
          inputs.set(callId, { ...call, input: answer.input });
        break;
      }
      case "tool-intent":
        own.add(entry.callId);
        resources.set(keyOf(entry.tool, entry.input), entry.resources ?? []);
        taken = [...taken, ...(entry.resources ?? [])];
        if (entry.unkept) {
          const files = checkpoints.get(entry.callId) ?? { root: "" };
          checkpoints.set(entry.callId, { ...files, unkept: entry.unkept });
        }
        break;
      case "checkpoint":
        if (entry.callId !== undefined)
          checkpoints.set(entry.callId, { snapshot: entry.snapshot, root: entry.root });
        break;
      case "tool-result": {
        results.set(entry.callId, entry);
        before.set(entry.seq, [...ofReply]);
        ofReply.push(entry);
        const call = inputs.get(entry.callId);
        if (call && entry.failure?.kind === "invalid-input")
          refused.push({ ...call, issues: entry.failure.issues });
        // An allowed call that never started was waiting for a resource held by others.
        if (call && entry.failure?.kind === "interrupted" && !own.has(entry.callId))
          resources.set(keyOf(call.tool, call.input), taken);
        break;
      }
      default:
    }
  }

  return {
    resultOf: (callId) => results.get(callId),
    resultsBefore: ({ seq }) => before.get(seq) ?? [],
    decisionsOn: (callId) => decisions.get(callId) ?? [],
    answersOn: (callId) => answers.get(callId) ?? [],
    previewOf: (callId) => lastQuestion(entries, callId)?.preview ?? lastQuestion(journal, callId)?.preview,
    isAskedInVain: () => unanswered.size > 0,
    isOwn: (callId) => own.has(callId),
    issuesOf: (tool, isInput) => refused.find((one) => one.tool === tool && isInput(one.input))?.issues,
    resourcesOf: (tool, input) => resources.get(keyOf(tool, input)) ?? [],
    checkpointOf: (callId) => checkpoints.get(callId),
  };
}

function lastQuestion(entries: readonly Entry[], callId: string) {
  return entries
    .flatMap((entry) =>
      entry.kind === "question" && entry.question.kind === "approval" ? [entry.question] : [],
    )
    .findLast((question) => question.callId === callId);
}

function keyOf(tool: string, input: JsonValue): string {
  return JSON.stringify([tool, input]);
}
