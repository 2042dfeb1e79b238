import { extractText, type AssistantPart, type JsonObject, type UserPart } from "@skein/protocol";
import { jsonLines, type ImportWarning, type JsonLine } from "../json-lines.ts";
import { listIn, objectIn, objectsIn, priceIn, textIn, timeIn } from "../loose.ts";
import { failed } from "../parts.ts";
import { authorOf } from "../signatures.ts";
import type { FoundSession, ReplyStep, Step } from "../steps.ts";
import { contentParts, replyParts, stopOf, usageOf } from "./content.ts";
import { isInTree, liveLines, messageIdOf } from "./lines.ts";

/**
 * Sessions of Claude Code: a tree of lines, of which the branch of the last one counts. Side chains are sessions of
 * subagents: older versions write them into the same file, newer ones into files of their own, where every line is one.
 */
export function readClaude(text: string, warnings: ImportWarning[]): FoundSession {
  const lines = [...jsonLines(text, warnings)];
  const tree = lines.filter(isInTree);
  const main = tree.filter(({ value }) => value["isSidechain"] !== true);
  const isSubagent = main.length === 0 && tree.length > 0;
  const session = sessionOf(isSubagent ? tree : main);
  const agent = isSubagent ? agentOf(tree[0]?.value) : undefined;
  if (isSubagent) return { ...session, id: agent === undefined ? session.id : `agent-${agent}` };
  const sides = tree.filter(({ value }) => value["isSidechain"] === true);
  const children = [...sideChains(sides)].map(([name, chain]) => ({ ...sessionOf(chain), id: name }));
  return linked({ ...session, title: titleOf(lines), children });
}

function agentOf(value: JsonObject | undefined): string | undefined {
  return textIn(value?.["agentId"]);
}

/** Named by the subagent's id, or else by the line that began it. */
function sideChains(lines: readonly JsonLine[]): ReadonlyMap<string, readonly JsonLine[]> {
  const roots = new Map<string, string>();
  return Map.groupBy(lines, ({ value }) => {
    const id = textIn(value["uuid"]) ?? "";
    const parent = textIn(value["parentUuid"]) ?? "";
    const root = roots.get(parent) ?? agentOf(value) ?? id;
    roots.set(id, root);
    return `agent-${root}`;
  });
}

/** Where a result does not name its subagent, the call whose prompt is the side chain's first message started it. */
function linked(session: FoundSession): FoundSession {
  const byPrompt = new Map(
    session.children?.map(({ id, steps }) => {
      const first = steps.find((step) => step.does === "say");
      return [first ? extractText(first.content) : "", id];
    }),
  );
  if (byPrompt.size === 0) return session;
  const prompts = new Map<string, string | undefined>();
  const steps = session.steps.map((step) => {
    if (step.does === "reply") for (const part of step.content) remember(prompts, part);
    if (step.does !== "result" || step.child !== undefined) return step;
    return { ...step, child: byPrompt.get(prompts.get(step.callId) ?? "") };
  });
  return { ...session, steps };
}

function remember(prompts: Map<string, string | undefined>, part: AssistantPart): void {
  if (part.type === "tool-call" && "input" in part)
    prompts.set(part.id, textIn(objectIn(part.input)["prompt"]));
}

/** The name that the user gave it wins over those that were made up. */
function titleOf(lines: readonly JsonLine[]): string | undefined {
  const fields = ["customTitle", "aiTitle", "summary"] as const;
  const found = fields.map((field) =>
    lines.findLast(({ value }) => value["uuid"] === undefined && textIn(value[field]) !== undefined),
  );
  const at = found.findIndex((line) => line !== undefined);
  return textIn(found[at]?.value[fields[at] ?? "summary"]);
}

function sessionOf(lines: readonly JsonLine[]): FoundSession {
  const live = liveLines(lines);
  const first = live[0]?.value;
  return {
    id: textIn(first?.["sessionId"]),
    cwd: textIn(live.find(({ value }) => textIn(value["cwd"]) !== undefined)?.value["cwd"]),
    startedAt: timeIn(first?.["timestamp"]),
    steps: stepsOf(live),
  };
}

function stepsOf(lines: readonly JsonLine[]): readonly Step[] {
  const steps: Step[] = [];
  const replies = new Map<string, OpenReply>();
  /** A later block of a reply is known by the key of its first. */
  const keys = new Map<string, string | undefined>();
  let kept: readonly string[] = [];
  for (const { value } of lines) {
    const uuid = textIn(value["uuid"]) ?? "";
    const id = messageIdOf(value);
    const open = replies.get(id ?? "");
    if (id !== undefined && open) {
      steps[open.place] = join(open, value);
      keys.set(uuid, open.first.key);
      continue;
    }
    const preserved = listIn(objectIn(objectIn(value["compactMetadata"])["preservedMessages"])["uuids"]);
    if (preserved.length > 0) kept = preserved.map(String);
    for (const step of stepsOfLine(value)) {
      if (id !== undefined && step.does === "reply")
        replies.set(id, { place: steps.length, first: step, content: [...step.content] });
      const keeps = kept.flatMap((line) => keys.get(line) ?? line);
      steps.push(step.does === "compact" ? { ...step, keeps } : step);
    }
  }
  return steps;
}

interface OpenReply {
  readonly place: number;
  readonly first: ReplyStep;
  readonly content: AssistantPart[];
}

/** The blocks of a reply stand in lines of their own; each repeats the counters, the last one's are whole. */
function join({ first, content }: OpenReply, value: JsonObject): ReplyStep {
  const next = replyOf(value);
  content.push(...next.content);
  return { ...next, at: first.at, key: first.key, content };
}

function stepsOfLine(value: JsonObject): readonly Step[] {
  const { type } = value;
  const head = { at: timeIn(value["timestamp"]), key: textIn(value["uuid"]) };
  if (type === "assistant") return isSynthetic(value) ? remarkOf(value) : [replyOf(value)];
  if (type === "user") return userSteps(value, head);
  if (type === "attachment") return queuedSteps(value, head);
  return [];
}

/** Written by the program in the model's name: an error of the wire, or a filler. */
function isSynthetic(value: JsonObject): boolean {
  return value["isApiErrorMessage"] === true || objectIn(value["message"])["model"] === "<synthetic>";
}

function remarkOf(value: JsonObject): readonly Step[] {
  if (value["isApiErrorMessage"] !== true) return [];
  const message = extractText(contentParts(objectIn(value["message"])["content"]));
  const error = { code: textIn(value["error"]) ?? "imported", message };
  return [{ does: "end", at: timeIn(value["timestamp"]), outcome: "provider", error }];
}

function replyOf(value: JsonObject): ReplyStep {
  const message = objectIn(value["message"]);
  const model = textIn(message["model"]) ?? "unknown";
  const rawStop = textIn(message["stop_reason"]);
  const author = authorOf(vendor, model);
  return {
    does: "reply",
    at: timeIn(value["timestamp"]),
    key: textIn(value["uuid"]),
    content: replyParts(message["content"], author),
    asked: {
      provider: vendor,
      model,
      usage: usageOf(message),
      costUsd: priceIn(value["costUSD"]),
      requestId: textIn(value["requestId"]),
    },
    stop: stopOf(rawStop),
    rawStop,
  };
}

/** The files name no vendor: there is one. */
const vendor = "anthropic";

type Head = Pick<Step, "at" | "key">;

function userSteps(value: JsonObject, head: Head): readonly Step[] {
  const { content } = objectIn(value["message"]);
  const said: UserPart[] = contentParts(content);
  if (value["isCompactSummary"] === true) return [{ does: "compact", summary: extractText(said), ...head }];
  const results = objectsIn(content).filter(({ type }) => type === "tool_result");
  const child = textIn(objectIn(value["toolUseResult"])["agentId"]);
  const steps: Step[] = results.map((block) => {
    const answer = contentParts(block["content"]);
    const failure = block["is_error"] === true ? failed(extractText(answer)) : undefined;
    const callId = textIn(block["tool_use_id"]) ?? "call";
    return {
      does: "result",
      callId,
      content: answer,
      failure,
      child: child === undefined ? undefined : `agent-${child}`,
      at: head.at,
    };
  });
  const text = extractText(said);
  if (said.length > 0)
    steps.push({ does: "say", from: isMeta(value, text) ? "agent" : "user", content: said, ...head });
  if (text.startsWith(interrupted)) steps.push({ does: "end", at: head.at, outcome: "cancelled" });
  return steps;
}

/** What is written into the conversation when the user stops a reply or a tool. */
const interrupted = "[Request interrupted by user";

/** What the program writes in the user's name: caveats, the output of its own commands, and that it was stopped. */
function isMeta(value: JsonObject, text: string): boolean {
  return value["isMeta"] === true || text.startsWith("<local-command-") || text.startsWith(interrupted);
}

/** What the user typed while the model was at work. */
function queuedSteps(value: JsonObject, head: Head): readonly Step[] {
  const attachment = objectIn(value["attachment"]);
  if (attachment["type"] !== "queued_command") return [];
  const content = contentParts(attachment["prompt"]);
  return content.length === 0 ? [] : [{ does: "say", from: "steer", content, ...head }];
}
