import { ConfigError, extractText } from "@skein/protocol";
import type { RewindOptions } from "@skein/runtime";
import { undoTargets, type UndoTarget } from "@skein/sessions";
import { asTyped } from "@skein/host/agents";
import type { CommandResult, RewindPoint } from "./command-result.ts";
import type { CommandScope } from "./command.ts";
import { entriesOf, requireBegun } from "./entries-of.ts";

const mostTitle = 60;
/** So many of the last messages are told with the files that changed then. */
const mostWithFiles = 30;

/** What goes back, by the word behind the number. */
const parts: Readonly<Record<string, RewindOptions>> = {
  conversation: { keepFiles: true },
  files: { keepConversation: true },
};

/** Goes back to before one of the user's messages. @param argument - `NUMBER [conversation|files]`; empty: lists them. */
export async function rewindTo(argument: string, scope: CommandScope): Promise<CommandResult> {
  const session = await requireBegun(scope, "rewind");
  const points = undoTargets(await entriesOf(scope)).toReversed();
  if (points.length === 0) throw new ConfigError("usage", "Nothing to rewind: the conversation is empty.");
  if (argument === "") return { kind: "rewind-points", points: await described(points, session, scope) };
  const [, number, part] = /^(\d+)(?:\s+(conversation|files))?$/.exec(argument) ?? [];
  const point = number === undefined ? undefined : points[Number(number) - 1];
  if (!point) throw whichMessage(points);
  const options = part === undefined ? {} : (parts[part] ?? {});
  const rewound = await scope.session.alone(() => scope.runtime.sessions.rewind(session, point.to, options));
  if (part === "files") return { kind: "rewound", by: "files", rewound };
  return { kind: "rewound", by: "rewind", rewound, text: asTyped(extractText(point.said)) };
}

async function described(
  points: readonly UndoTarget[],
  session: string,
  { runtime }: CommandScope,
): Promise<readonly RewindPoint[]> {
  const runs = points.slice(0, mostWithFiles).flatMap(({ run }) => run ?? []);
  const diffs = await runtime.sessions.diffs(session, runs);
  return points.map((point) => {
    const diff = diffs.find(({ run }) => run === point.run);
    return { text: titleOf(point), at: point.at, ...(diff ? { diff } : {}) };
  });
}

function titleOf({ said }: UndoTarget): string {
  const [first = ""] = asTyped(extractText(said)).trim().split("\n");
  return first.length > mostTitle ? `${first.slice(0, mostTitle)}…` : first;
}

function whichMessage(points: readonly UndoTarget[]): ConfigError {
  const lines = points.slice(0, 20).map((point, at) => `${at + 1}. ${titleOf(point)}`);
  return new ConfigError("usage", "Go back to before which message?", {
    hint: ["Name it by its number, the last message is 1:", ...lines].join("\n"),
  });
}
