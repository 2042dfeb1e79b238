import { attributeAnswer, ConfigError, isJsonObject, textOf, type AskUser } from "@skein/protocol";
import { undoTargets, type UndoTarget } from "@skein/runtime";
import { asTyped } from "../agents/delegate.ts";
import type { CommandResult } from "./command-result.ts";
import type { CommandScope } from "./command.ts";
import { entriesOf, requireBegun } from "./entries-of.ts";

interface Choice {
  readonly point: UndoTarget;
  readonly keepFiles: boolean;
}

const both = "Conversation and files";
const conversationOnly = "Conversation only";
const mostTitle = 60;

/** Goes back to before one of the user's messages. @param argument - `NUMBER [conversation]`; empty: the user is asked. */
export async function rewindTo(argument: string, scope: CommandScope): Promise<CommandResult> {
  const session = await requireBegun(scope, "rewind");
  const points = undoTargets(await entriesOf(scope)).toReversed();
  if (points.length === 0) throw new ConfigError("usage", "Nothing to rewind: the conversation is empty.");
  const choice = argument === "" ? await askedFor(points, scope.ask) : named(argument, points);
  if (!choice) return { kind: "declined" };
  const { point, keepFiles } = choice;
  const rewound = await scope.session.alone(() =>
    scope.runtime.sessions.rewind(session, point.to, { keepFiles }),
  );
  return { kind: "rewound", by: "rewind", rewound, text: asTyped(textOf(point.said)) };
}

function named(argument: string, points: readonly UndoTarget[]): Choice {
  const [, number, only] = /^(\d+)(?:\s+(conversation))?$/.exec(argument) ?? [];
  const point = number === undefined ? undefined : points[Number(number) - 1];
  if (!point) throw whichMessage(points);
  return { point, keepFiles: only !== undefined };
}

/** @returns `undefined` when it is declined. */
async function askedFor(
  points: readonly UndoTarget[],
  ask: AskUser | undefined,
): Promise<Choice | undefined> {
  if (!ask) throw whichMessage(points);
  const given = await ask(
    {
      id: crypto.randomUUID(),
      kind: "clarification",
      callId: "",
      extension: "skein",
      questions: [
        { question: "Go back to before which message?", options: points.map(titleOf) },
        { question: "What goes back?", options: [both, conversationOnly] },
      ],
    },
    new AbortController().signal,
  );
  const { answer } = attributeAnswer(given, "ask");
  const reply = "reply" in answer && isJsonObject(answer.reply) ? answer.reply["answers"] : undefined;
  const [message, what] = Array.isArray(reply) ? reply : [];
  if (message === undefined) return undefined;
  const point = points[points.map(titleOf).findIndex((title) => title === message)];
  if (!point) throw whichMessage(points);
  return { point, keepFiles: what === conversationOnly };
}

/** The newest message has the number 1. */
function titleOf({ said }: UndoTarget, at: number): string {
  const [first = ""] = asTyped(textOf(said)).trim().split("\n");
  return `${at + 1}. ${first.length > mostTitle ? `${first.slice(0, mostTitle)}…` : first}`;
}

function whichMessage(points: readonly UndoTarget[]): ConfigError {
  return new ConfigError("usage", "Go back to before which message?", {
    hint: ["Name it by its number, the last message is 1:", ...points.slice(0, 20).map(titleOf)].join("\n"),
  });
}
