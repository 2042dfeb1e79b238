import {
  isBroken,
  extractText,
  type Message,
  type OutcomeError,
  type OutcomeName,
  oneLine,
} from "@skein/protocol";
import type { NamedAgent, Subrecipe, SubrecipeParameter } from "./options.ts";

// All texts of this package that a model reads.

export const toolDescription =
  "Delegate a task to a subagent: an agent with its own conversation that returns its result. Several calls in one reply run at once.";

export const controlDescription =
  "Manage background subagents: list them, wait for one to end, steer or cancel one.";

interface Offer {
  readonly agents: readonly NamedAgent[];
  readonly subrecipes: readonly Subrecipe[];
  readonly maxParallel: number;
  readonly maxTurns: number;
}

/** The same words for the same offer, in whatever order it comes. */
export function extensionInstructions({ agents, subrecipes, maxParallel, maxTurns }: Offer): string {
  return [
    `A subagent starts with an empty conversation, works alone and cannot ask back: its instructions must name the goal, the files, what is known already, and what to answer with. Do small things yourself. At most ${maxParallel} work at once, ${maxTurns} turns each unless settings say otherwise, and never on the same files, unless in worktrees.`,
    "One in the background returns its id at once, and its result comes as a message: do not poll; wait for it when there is nothing else to do.",
    ...(agents.length === 0 ? [] : [`Named agents:\n${agents.map(agentLine).join("\n")}`]),
    ...(subrecipes.length === 0 ? [] : [`Subrecipes:\n${subrecipes.map(subrecipeLines).join("\n")}`]),
  ].join("\n\n");
}

function agentLine({ name, description }: NamedAgent): string {
  return `- ${name}: ${oneLine(description)}`;
}

function subrecipeLines({ name, description, sequential, parameters, fixed }: Subrecipe): string {
  const open = sorted(parameters, ({ key }) => key).filter(({ key }) => !Object.hasOwn(fixed, key));
  const once = sequential ? " Calls of it run one after the other." : "";
  return [`- ${name}: ${oneLine(description)}${once}`, ...open.map(parameterLine)].join("\n");
}

function parameterLine({ key, type, required, description, options }: SubrecipeParameter): string {
  const choice = options ? `: ${options.join(" | ")}` : "";
  return `  - ${key} (${type}${choice}, ${required ? "required" : "optional"}): ${oneLine(description)}`;
}

/** Instructions for every child, before those of its named agent or recipe. */
export const childSystem =
  "You are a subagent: another agent has given you one task and waits for its result. Work on your own to the end of it. No one can answer questions: if something is unclear, choose the most sensible option and say so. Your last message is all that the other agent gets, so put the result there: what you found or did, the files with their paths, and what is left undone.";

/** For a child that answered in words when structured output was required. */
export const handOver = "Continue: return your result through final_output.";

export function started(session: string, name: string): string {
  return `The subagent "${name}" has started in the background. Its id is ${session}. Its result will come as a message.`;
}

export const emptyAnswer = "The subagent finished without a final message.";

export interface Failure {
  readonly name: string;
  readonly session: string;
  readonly outcome: Exclude<OutcomeName, "done">;
  readonly error: OutcomeError | undefined;
  readonly turns: number;
  readonly soFar: string;
}

/** What happened, what is available, and what to do now. */
export function notFinished({ name, session, outcome, error, turns, soFar }: Failure): string {
  const hint = error?.hint === undefined ? "" : ` ${error.hint}`;
  const why = error ? `: ${error.message}${hint}` : ".";
  const last =
    soFar.trim() === "" ? "It has not answered anything so far." : `Its last words:\n${soFar.trimEnd()}`;
  return [
    `The subagent "${name}" ended as ${outcome} after ${turns} ${turns === 1 ? "turn" : "turns"}${why}`,
    last,
    `Its whole conversation is in the session ${session}. What it has changed is still there.`,
    nextStep[outcome],
  ].join("\n");
}

const unansweredCode = "subagent-question";
/** Of a session that another agent has open. */
export const lockedCode = "locked";

/** The error of a parent whose subagent has a question that no one could answer. A question of its own subagent keeps its error. */
export function needsInput(
  { name, session }: { readonly name: string; readonly session: string },
  error: OutcomeError | undefined,
): OutcomeError {
  if (error?.code === unansweredCode) return error;
  if (error?.code === lockedCode)
    return {
      code: unansweredCode,
      message: `The subagent "${name}" is at work elsewhere: ${error.message}`,
      hint: "Resume this session when the other one has ended.",
    };
  const reason = error ? `: ${error.message}` : ".";
  return {
    code: unansweredCode,
    message: `The subagent "${name}" (session ${session}) waits for an answer${reason}`,
    hint: "Answer it in the session of the subagent, then resume this session.",
  };
}

const nextStep: Record<Failure["outcome"], string> = {
  limit:
    "Look at what it has done, then start another one for the rest, in smaller tasks or with more max_turns.",
  budget: "The budget is used up: start no others, and finish with what you have.",
  provider:
    "Try again later, choose another model in settings, or do the task yourself. Tell a new one what has been done.",
  "invalid-output":
    "Start another one with a simpler output_schema or clearer instructions, or without a schema.",
  "needs-input":
    "No one was available to approve what it asked for. Do the task another way, or ask the user.",
  denied: "It is not permitted to do this. Do not try the same again: choose another way, or ask the user.",
  extension: "Start another one without the extension that failed, or do the task yourself.",
  storage: "Sessions cannot be written any more: start no others, and tell the user.",
  "not-started": "Change what the message names and start another one.",
  internal: "Try once more; if it ends the same way, do the task yourself.",
  cancelled: "Start another one if the task is still to be done, and tell it what has been done.",
};

export function ended(name: string, session: string, result: string): string {
  return `The subagent "${name}" (${session}) has ended. Its result:\n${result}`;
}

export const problems = {
  noChildren: "Subagents cannot be started here: there is no journal to record them.",
  tooMany: (most = 0) =>
    `No more subagents can be started: this session and its subagents have started ${most}, which is the limit.`,
  doItYourself: "Do the task yourself.",
  fixed: (subrecipe: string, keys: readonly string[]) =>
    `The subrecipe "${subrecipe}" has set ${keys.join(", ")} itself: that cannot be changed. Leave it out.`,
  unknownParameter: (key: string, known: readonly string[]) =>
    known.length === 0
      ? `/parameters/${key}: no such parameter; it has none`
      : `/parameters/${key}: no such parameter; known are ${known.join(", ")}`,
  missingParameter: (key: string) => `/parameters/${key}: missing`,
  unknownExtensions: (names: readonly string[], known: readonly string[]) =>
    `There is no extension ${names.join(", ")}. There are: ${known.length === 0 ? "none" : known.join(", ")}.`,
  leaveOut: "Name only these, or leave extensions out.",
  unknownId: (id: string) => `No subagent ${id} was started in the background by you.`,
  listThem: 'Use the action "list" to see their ids.',
  notSteered: (id: string) => `The subagent ${id} has ended, so it cannot be told anything.`,
};

export const replies = {
  waiting: (running: number) => `Waiting for a place: ${running} subagents are at work.\n`,
  waitingForTurn: (subrecipe: string) => `Waiting: calls of ${subrecipe} run one after the other.\n`,
  begun: (name: string, session: string) => `Subagent "${name}" is at work: session ${session}.\n`,
  wentOn: (name: string, session: string) => `Subagent "${name}" continues: session ${session}.\n`,
  noneInBackground: "No subagent is at work in the background.",
  givenElsewhere: (name: string, id: string) =>
    `The subagent "${name}" (${id}) has ended. Its result was given to another call or came as a message.`,
  stillAtWork: (seconds: number, list: string) => `None has ended within ${seconds} s.\n${list}`,
  steered: (id: string) => `The subagent ${id} will read it before its next step.`,
};

/** A conversation as text, for a model that wants more than its end. */
export function conversationText(messages: readonly Message[]): string {
  return messages.map(messageText).join("\n\n");
}

function messageText(message: Message): string {
  switch (message.role) {
    case "user":
      return `# ${message.from === "user" ? "Task" : "Message"}\n${extractText(message.content)}`;
    case "assistant": {
      const calls = message.content.filter((part) => part.type === "tool-call");
      const said = extractText(message.content);
      const lines = calls.map(
        (call) => `${call.name} ${isBroken(call) ? call.raw : JSON.stringify(call.input)}`,
      );
      return ["# Subagent", ...(said === "" ? [] : [said]), ...lines].join("\n");
    }
    case "tool":
      return message.content
        .map(({ name, content }) => `# Result of ${name}\n${extractText(content)}`)
        .join("\n\n");
  }
}

/** By code units: the same on every machine. */
export function sorted<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  return items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : 0));
}
