import { effectiveEntries, type Entry, type EntryBody, type EntryOf, type UserPart } from "@skein/protocol";
import { untilAborted } from "../events/abortable.ts";
import { nudges } from "../run/nudges.ts";
import { RunStop } from "../run-stop.ts";
import type { RunNeeds } from "../run/run-scope.ts";

type CheckNeeds = RunNeeds<
  "id" | "log" | "inbox" | "emit" | "signal",
  "checks" | "interaction" | "journal" | "session" | "extensions"
>;

/** Whether the run's result has to pass checks. */
function isChecked({ parts }: RunNeeds<never, "checks" | "interaction">): boolean {
  return parts.checks !== undefined && parts.interaction === "execute";
}

/**
 * Runs the checks on the model's work. Throws a `RunStop` when they fail and the task may not be retried.
 *
 * @returns whether they passed. If not, the conversation has been rewound to the task, with the failure
 *   report at its end; files and extension state are left alone.
 */
export async function checkWork(scope: CheckNeeds): Promise<boolean> {
  const { parts, signal } = scope;
  if (!parts.checks || !isChecked(scope)) return true;
  const task = await findTask(scope);
  const verdict = await untilAborted(parts.checks.check(task.attempt, signal), signal);
  if (verdict.passed) return true;
  if (!verdict.retry || task.first === undefined) {
    throw new RunStop("invalid-output", {
      code: "checks-failed",
      message: `The result did not pass its checks.\n${verdict.report.trimEnd()}`,
    });
  }
  await restartTask(scope, task as Task & { first: number }, verdict.report);
  return false;
}

interface Task {
  readonly all: readonly Entry[];
  /** The run that received the task. */
  readonly start: EntryOf<"run-start"> | undefined;
  /** `seq` of the task's message; `undefined` when the conversation has none. */
  readonly first: number | undefined;
  /** The task and the user's messages since. */
  readonly messages: readonly (readonly UserPart[])[];
  /** Counted from 1, across crashes. */
  readonly attempt: number;
}

/** Finds the current task; for a run without input, the task of an earlier run. */
async function findTask({ parts }: CheckNeeds): Promise<Task> {
  const all: Entry[] = [];
  const kinds = ["run-start", "user-message", "rewind", "outcome"] as const;
  for await (const entry of parts.journal.read(parts.session, 1, kinds)) all.push(entry);
  const effective = effectiveEntries(all);
  const start = effective.findLast(
    (entry): entry is EntryOf<"run-start"> => entry.kind === "run-start" && entry.input.length > 0,
  );
  const messages = effective.filter(
    (entry): entry is EntryOf<"user-message"> =>
      entry.kind === "user-message" && (entry.from === "user" || entry.from === "steer"),
  );
  const isTask = ({ from, queued }: EntryOf<"user-message">) => from === "user" && queued === undefined;
  const first = start
    ? messages.find((message) => isTask(message) && message.seq > start.seq)
    : messages.findLast(isTask);
  const since = start?.seq ?? 0;
  return {
    all,
    start,
    first: first?.seq,
    messages: messages.filter(({ seq }) => first && seq >= first.seq).map(({ content }) => content),
    // A rewind between two runs is the user's.
    attempt: 1 + all.filter(({ kind, run, seq }) => kind === "rewind" && run !== null && seq > since).length,
  };
}

/**
 * Rewinds and restates the task in one write, so that a crash leaves either the old attempt or the new one.
 */
async function restartTask(
  { id, parts, log, inbox, emit }: CheckNeeds,
  { first, messages, attempt }: Task & { readonly first: number },
  report: string,
): Promise<void> {
  const text = `Attempt ${attempt} did not pass its checks; starting over.\n${report.trimEnd()}`;
  const notice = { audience: "user", level: "warning", text } as const;
  await inbox.deliverAll(async (waiting) => {
    const restated = [...messages, ...waiting].map((content): EntryBody => ({
      kind: "user-message",
      from: "user",
      content,
    }));
    const states = parts.extensions.flatMap(({ name: extension }): EntryBody[] => {
      const state = log.stateOf(extension);
      return state === undefined ? [] : [{ kind: "extension-state", extension, state }];
    });
    const reason: UserPart = { type: "text", text: nudges.tryAgain(report) };
    const written = await log.write(
      id,
      { kind: "notice", ...notice },
      { kind: "rewind", to: first - 1 },
      ...states,
      ...restated,
      { kind: "user-message", from: "recipe", content: [reason] },
    );
    emit({ type: "notice", level: notice.level, text }, written[0].seq);
    for (const entry of written) {
      if (entry.kind === "rewind") emit({ type: "rewound", to: entry.to }, entry.seq);
      if (entry.kind !== "user-message") continue;
      emit({ type: "user-message", from: entry.from, content: entry.content }, entry.seq);
    }
  });
}
