import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { homeFolder } from "@skein/platform/user";
import type { Answer, Question } from "@skein/protocol";
import { decodeInput } from "@skein/terminal";
import { callInput, wholeInput } from "../calls/call-input.ts";

/** More lines than this are not shown unasked. */
const mostLines = 400;
/** Of the file that would be written, for the difference. */
const mostBytes = 2_000_000;

type ApprovalQuestion = Extract<Question, { readonly kind: "approval" }>;

/** A question about a call, ready to be put to a person. */
export interface Approval {
  readonly question: ApprovalQuestion;
  /** Foreign text, not yet clean. */
  readonly lines: readonly string[];
  readonly isChange: boolean;
  /** Lines that were left out of the middle, because there are too many. */
  readonly hidden: readonly string[];
  readonly choices: readonly Choice[];
}

export interface Choice {
  readonly key: "y" | "s" | "a" | "e" | "n";
  readonly label: string;
}

/** @param cwd - where relative paths of the call start. */
export async function approvalOf(question: ApprovalQuestion, cwd: string): Promise<Approval> {
  const call = callInput(question.input);
  const contentNow = call.kind === "write" ? await contentOf(call.path, cwd) : undefined;
  const { lines: all, isChange } = wholeInput(question.input, contentNow, question.preview);
  // A carriage return could hide in what is otherwise shown as it is.
  const lines = all.map((line) => line.replaceAll("\r", "\u240d"));
  const excess = lines.length - mostLines;
  const hidden = excess > 0 ? lines.slice(mostLines / 2, mostLines / 2 + excess) : [];
  const shown =
    excess > 0
      ? [
          ...lines.slice(0, mostLines / 2),
          `… ${excess} lines are not shown here …`,
          ...lines.slice(mostLines / 2 + excess),
        ]
      : lines;
  return { question, lines: shown, isChange, hidden, choices: choicesFor(question, hidden.length === 0) };
}

/** Only what could be shown whole can be allowed for longer than once. */
function choicesFor({ tool, effect, covers }: ApprovalQuestion, isWhole: boolean): readonly Choice[] {
  const covered = effect === "runs" ? "exactly this, in this folder" : `every call of ${tool}`;
  const longer: readonly Choice[] = [
    { key: "s", label: `Yes, for this session: ${covered}` },
    { key: "a", label: `Yes, and always allow ${covers ? `${covers.join(", ")} in this folder` : covered}` },
  ];
  return [
    { key: "y", label: "Yes, once" },
    ...(isWhole ? longer : []),
    { key: "e", label: "Edit it first" },
    { key: "n", label: "No, and tell the model what to do instead" },
  ];
}

/** In a few words, for the record on the screen. */
export function describeAnswer(answer: Answer): string {
  if ("deny" in answer) return answer.deny === "" ? "Denied." : `Denied: ${answer.deny}`;
  if ("reply" in answer) return answer.reply === null ? "Declined." : "Answered.";
  const edited = answer.input === undefined ? "" : ", as edited";
  if (answer.mode !== undefined) return `Accepted${edited}; permission mode ${answer.mode}.`;
  return { once: `Allowed once${edited}.`, session: "Allowed for this session.", always: "Allowed always." }[
    answer.allow
  ];
}

async function contentOf(path: string, cwd: string): Promise<string | undefined> {
  const file = path.startsWith("~/") ? join(homeFolder(), path.slice(2)) : resolve(cwd, path);
  const stats = await stat(file).catch(() => undefined);
  if (!stats?.isFile() || stats.size > mostBytes) return undefined;
  const bytes = await readFile(file).catch(() => undefined);
  return bytes && decodeInput(bytes, file, () => undefined);
}
