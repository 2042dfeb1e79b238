import { ConfigError } from "@skein/protocol";
import type { CiInputs } from "../inputs/read-inputs.ts";
import type { CiEvent, Person } from "./ci-event.ts";

/** Why a run is wanted, and by whom. */
export interface Trigger {
  /** `undefined`: somebody who may write to the repository, or its schedule. */
  readonly by: Person | undefined;
  /** What somebody wrote after the trigger phrase. */
  readonly words: string;
}

export interface Skipped {
  /** A sentence. */
  readonly skip: string;
}

const comments = ["issue_comment", "pull_request_review_comment", "pull_request_review"];
const threads = ["issues", "pull_request", "pull_request_target"];
/** Who starts these may write to the repository, or is its schedule; bots may do so, too. */
const ofTheRepository = [
  "workflow_dispatch",
  "schedule",
  "push",
  "repository_dispatch",
  "merge_group",
  "release",
];

/** Whether the event is one that a run is wanted for. Throws `ConfigError` for an event that cannot be used. */
export function triggerOf(event: CiEvent, inputs: CiInputs): Trigger | Skipped {
  const { name, action } = event;
  if (ofTheRepository.includes(name))
    return { by: event.sender?.isBot ? event.sender : undefined, words: "" };
  if (comments.includes(name)) return commentTrigger(event, inputs);
  if (!threads.includes(name))
    throw new ConfigError("usage", `The event ${name} starts no run.`, {
      hint: `Use one of ${[...comments, ...threads, ...ofTheRepository].join(", ")}.`,
    });
  if (action === "labeled") return namedTrigger(event, inputs.labelTrigger, event.label, "label");
  if (action === "assigned") return namedTrigger(event, inputs.assigneeTrigger, event.assignee, "assignee");
  if (["opened", "reopened", "synchronize", "ready_for_review", "edited"].includes(action))
    return { by: actorOf(event), words: "" };
  return { skip: `Nothing is done when a ${event.thread?.kind ?? "thread"} is ${action}.` };
}

function commentTrigger({ action, comment }: CiEvent, { triggerPhrase }: CiInputs): Trigger | Skipped {
  if (!comment) throw new ConfigError("usage", "The payload of a comment has no comment.");
  if (action !== "created" && action !== "submitted")
    return { skip: `The comment was ${action}, not written.` };
  const words = wordsAfter(comment.body, triggerPhrase);
  if (words === undefined) return { skip: `No line of the comment begins with ${triggerPhrase}.` };
  return { by: comment.author, words };
}

function namedTrigger(
  event: CiEvent,
  wanted: string | undefined,
  given: string | undefined,
  what: "label" | "assignee",
): Trigger | Skipped {
  if (wanted === undefined) return { skip: `There is no ${what}-trigger, so a new ${what} starts nothing.` };
  if (given?.toLowerCase() !== wanted.replace(/^@/, "").toLowerCase())
    return { skip: `The new ${what} is ${JSON.stringify(given ?? "")}, not ${JSON.stringify(wanted)}.` };
  return { by: event.sender, words: "" };
}

/** Who did it: the payload says the association of authors alone. */
function actorOf({ sender, thread }: CiEvent): Person | undefined {
  return sender && thread && sender.login === thread.author.login ? thread.author : sender;
}

/**
 * What follows the phrase at the beginning of a line, to the end of the comment; `undefined` without such a line. Quoted
 * lines and code do not count: somebody else may have written them.
 */
export function wordsAfter(body: string, phrase: string): string | undefined {
  const lines = body.split(/\r?\n/);
  let fence: string | undefined;
  for (const [at, line] of lines.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && fence === undefined) fence = mark;
    else if (mark !== undefined && fence !== undefined && mark.startsWith(fence)) fence = undefined;
    else if (fence === undefined && begins(line, phrase)) {
      const first = line.trimStart().slice(phrase.length).replace(/^[:,]/, "");
      return [first, ...lines.slice(at + 1)].join("\n").trim();
    }
  }
  return undefined;
}

function begins(line: string, phrase: string): boolean {
  const indent = line.length - line.trimStart().length;
  if (indent > 3 || line.startsWith("\t")) return false;
  const text = line.trimStart();
  const isPhrase = text.slice(0, phrase.length).toLowerCase() === phrase.toLowerCase();
  return isPhrase && /^($|[\s:,])/.test(text.slice(phrase.length));
}
