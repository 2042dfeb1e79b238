import {
  createTranscript,
  isBroken,
  type Entry,
  type EntryOf,
  type Message,
} from "../../../packages/protocol/src/index.ts";
import { hashOf, type DiaryLine } from "./diary.ts";
import type { PlannedStep } from "./plan.ts";
import { wireProblems } from "./wires.ts";

/** What a life has left behind. */
export interface Evidence {
  readonly plan: readonly PlannedStep[];
  readonly entries: readonly Entry[];
  readonly diary: readonly DiaryLine[];
  /** Lines of `<kind> <call>`. */
  readonly effects: readonly string[];
  /** Whether commands ended with their process: how far they had come is not known then. */
  readonly stopped: boolean;
}

export interface Verdict {
  /** A sentence for every law that is broken. */
  readonly broken: readonly string[];
  readonly counts: Counts;
}

export interface Counts {
  /** Effects that had happened once and happened again. */
  readonly twice: number;
  /** Results that outlived the process that had started the call. */
  readonly collected: number;
  readonly repeated: number;
  readonly unknown: number;
  /** Unknown outcomes that no user was told of: the process that settled them was killed too. */
  readonly untold: number;
  /** Entries that were kept and are not there as they were. */
  readonly lost: number;
  /** Prefixes of the journal that are no valid conversation, or no valid request. */
  readonly invalid: number;
}

type Result = EntryOf<"tool-result">;

/** The laws of crash safety, on one life. */
export function judge(evidence: Evidence): Verdict {
  const { entries, diary, plan } = evidence;
  const results = entries.filter((entry) => entry.kind === "tool-result");
  const lost = lostEntries(entries, diary);
  const invalid = invalidPrefixes(entries);
  const effects = effectProblems(evidence, results);
  const unknown = results.filter(({ failure }) => failure?.kind === "unknown-outcome");
  const told = diary.filter(({ is }) => is === "notice").length + userNotices(entries).length;
  const broken = [
    ...gaps(entries),
    ...lost,
    ...invalid,
    ...unanswered(entries, results),
    ...effects.problems,
    ...noteProblems(entries, diary),
    ...forgotten(entries),
    ...unknown.flatMap(unclear),
    ...endProblems(diary, entries, plan),
  ];
  return {
    broken,
    counts: {
      twice: effects.twice,
      collected: results.filter(({ recovered }) => recovered === "collected").length,
      repeated: results.filter(({ recovered }) => recovered === "repeated").length,
      unknown: unknown.length,
      untold: Math.max(0, unknown.length - told),
      lost: lost.length,
      invalid: invalid.length,
    },
  };
}

function gaps(entries: readonly Entry[]): string[] {
  const at = entries.findIndex(({ seq }, index) => seq !== index + 1);
  return at === -1 ? [] : [`The journal has entry ${entries[at]?.seq ?? 0} where ${at + 1} belongs.`];
}

function lostEntries(entries: readonly Entry[], diary: readonly DiaryLine[]): string[] {
  const kept = diary.flatMap((line) => (line.is === "kept" ? line.entries : []));
  return kept.flatMap(({ seq, kind, hash }) => {
    const entry = entries[seq - 1];
    if (!entry) return [`Entry ${seq} (${kind}) had been kept and is gone.`];
    return hashOf(entry) === hash ? [] : [`Entry ${seq} (${kind}) is not as it was kept.`];
  });
}

/** Every prefix as a conversation; as requests, those that end where a process may have asked or been killed. */
function invalidPrefixes(entries: readonly Entry[]): string[] {
  const transcript = createTranscript();
  return entries.flatMap((entry) => {
    transcript.add(entry);
    const messages = transcript.messages();
    const problem = pairingProblem(messages);
    const asRequest = entry.seq % 5 === 0 || entry.kind === "model-request" || entry.seq === entries.length;
    const problems = [...(problem ? [problem] : []), ...(asRequest ? wireProblems(messages) : [])];
    return problems.map((text) => `Up to entry ${entry.seq} (${entry.kind}): ${text}`);
  });
}

function pairingProblem(messages: readonly Message[]): string | undefined {
  for (const [at, { role, content }] of messages.entries()) {
    if (role === "tool" && messages[at - 1]?.role !== "assistant") return `message ${at} answers no call`;
    if (role !== "assistant") continue;
    const calls = content.flatMap((part) => (part.type === "tool-call" ? [part.id] : []));
    const next = messages[at + 1];
    const answered = next?.role === "tool" ? next.content.map(({ callId }) => callId) : [];
    if (calls.join() !== answered.join()) return `calls ${calls.join()} have results ${answered.join()}`;
  }
  return undefined;
}

function unanswered(entries: readonly Entry[], results: readonly Result[]): string[] {
  const replies = entries.filter((entry) => entry.kind === "assistant-message" && !entry.partial);
  const calls = (replies as EntryOf<"assistant-message">[]).flatMap(({ content }) =>
    content.filter((part) => part.type === "tool-call"),
  );
  return calls.flatMap((call) => {
    const own = results.filter(({ callId }) => callId === call.id);
    if (own.length !== 1) return [`Call ${call.id} has ${own.length} results.`];
    const wanted = isBroken(call) ? "malformed-input" : call.name === "unknown" ? "unknown-tool" : undefined;
    const failure = own[0]?.failure?.kind;
    const isRight = wanted === undefined || failure === wanted || failure === "interrupted";
    return isRight
      ? []
      : [`Call ${call.id} should have failed as ${wanted}, not as ${failure ?? "nothing"}.`];
  });
}

function effectProblems({ entries, effects, stopped }: Evidence, results: readonly Result[]) {
  const intents = entries.filter((entry) => entry.kind === "tool-intent");
  const problems: string[] = [];
  let twice = 0;
  for (const line of new Set(effects)) {
    const [kind, call] = line.split(" ");
    if (!intents.some((intent) => saidBy(intent) === call && intent.tool === kind))
      problems.push(`The effect "${line}" has no intent.`);
  }
  for (const intent of intents) {
    const { callId, tool } = intent;
    const said = saidBy(intent);
    const count = effects.filter((line) => line === `${tool} ${said}`).length;
    const result = results.find((one) => one.callId === callId);
    const failure = result?.failure?.kind;
    const say = (what: string) => problems.push(`${tool} ${callId}: ${what}, ${count} effects.`);
    if (count > 1 && tool !== "safe") {
      twice += 1;
      say("ran twice");
    }
    if (failure === undefined && count === 0) say("has a result");
    if (failure === "interrupted" && count > 0) say("is said not to have been started");
    if (tool === "safe" && failure !== undefined) say(`may be repeated and failed as ${failure}`);
    if (tool === "shell") {
      const text = result?.content.map((part) => (part.type === "text" ? part.text : "")).join("");
      if (failure === "unknown-outcome" && count > 0 && !stopped)
        say("ran, and its result was not collected");
      else if (failure !== undefined && failure !== "unknown-outcome") say(`failed as ${failure}`);
      else if (
        failure === undefined &&
        text !== `${said}\n${said}` &&
        !(stopped && saysThatItsEndIsLost(text))
      )
        say(`its result is ${JSON.stringify(text)}`);
    } else if (tool === "server" && failure === "timed-out") continue;
    else if (failure !== undefined && failure !== "unknown-outcome") say(`failed as ${failure}`);
  }
  return { problems, twice };
}

/** A command that has ended may be stopped with its process before the last of its output is in the file. */
function saysThatItsEndIsLost(text = ""): boolean {
  return text.includes("[The end of the output may be missing");
}

/** What a call's effect names it: commands and servers are told its label, which the id had before it was made unique. */
function saidBy({ callId, tool }: EntryOf<"tool-intent">): string {
  return tool === "shell" || tool === "server" ? callId.replace(/_\d+$/, "") : callId;
}

function noteProblems(entries: readonly Entry[], diary: readonly DiaryLine[]): string[] {
  // What a summary stands for has been said all the same.
  const whole = entries.filter(({ kind }) => kind !== "compaction" && kind !== "elision");
  const said = createTranscript(whole)
    .messages()
    .flatMap(({ role, content }) =>
      role === "user" ? content.map((part) => (part.type === "text" ? part.text : "")) : [],
    )
    .filter((text) => text.startsWith("note of "));
  const accepted = diary.flatMap((line) => (line.is === "accepted" ? [line.label] : []));
  return [...new Set([...said, ...accepted])].flatMap((label) => {
    const count = said.filter((text) => text === label).length;
    return count === 1 ? [] : [`The ${label} is in the conversation ${count} times.`];
  });
}

/** What the user said stays word for word in what the model sees, whatever else is summed up. */
function forgotten(entries: readonly Entry[]): string[] {
  const seen = JSON.stringify(createTranscript(entries).messages());
  const said = entries.filter((entry) => entry.kind === "user-message" && entry.from !== "agent");
  return (said as EntryOf<"user-message">[])
    .flatMap(({ content }) => content.flatMap((part) => (part.type === "text" ? part.text : [])))
    .filter((text) => !seen.includes(JSON.stringify(text).slice(1, -1)))
    .map((text) => `The model does not see any more that the user said "${text}".`);
}

function unclear({ callId, content }: Result): string[] {
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  return text.includes("may have run or not")
    ? []
    : [`The model is not told that ${callId} is unknown: ${text}`];
}

function userNotices(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter((entry) => entry.kind === "notice" && entry.audience !== "model");
}

function endProblems(
  diary: readonly DiaryLine[],
  entries: readonly Entry[],
  plan: readonly PlannedStep[],
): string[] {
  const last = diary.findLast((line) => line.is === "outcome");
  const done = entries.filter(
    (entry) =>
      entry.kind === "assistant-message" &&
      !entry.partial &&
      entry.content.some(({ type }) => type === "tool-call"),
  ).length;
  return [
    ...(last?.outcome === "done"
      ? []
      : [`It ended as ${last?.outcome ?? "nothing"}: ${last?.message ?? ""}`]),
    ...(done === plan.length ? [] : [`${done} of ${plan.length} steps were done.`]),
  ];
}
