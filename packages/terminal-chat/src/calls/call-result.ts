import { extractText, readingTools } from "@skein/protocol";
import type { Style } from "@skein/terminal";
import type { MarkdownLook } from "@skein/terminal/markdown";
import type { EndedCall } from "./ended-call.ts";
import { callInput } from "./call-input.ts";
import { changeCount, newLines, numberedChange, type ChangeLine } from "./change-lines.ts";
import { paintedChange } from "./painted-change.ts";

export interface ResultLine {
  readonly text: string;
  /** Of foreign text, which is not yet clean. Absent: it is clean and painted. */
  readonly style?: Style;
}

/** What is to be known of a result at a glance, in a few words each, and its lines. */
export function resultOf(
  call: EndedCall,
  look: Pick<MarkdownLook, "paint" | "highlight">,
): {
  readonly facts: readonly string[];
  readonly lines: readonly ResultLine[];
  /** The lines are for whoever asks. */
  readonly isFolded?: boolean;
} {
  const { input, content, failure } = call;
  const text = extractText(content).trimEnd();
  const lines = text === "" ? [] : text.split("\n");
  if (failure !== undefined) return { facts: [failure.replaceAll("-", " ")], lines: styled(lines, "error") };
  const known = input === undefined ? undefined : callInput(input);
  switch (known?.kind) {
    case "command":
      return commandResult(lines);
    case "edit":
    case "write": {
      const isNew = known.kind === "write" && text.endsWith("(a new file).");
      const from = lines.findIndex((line) => line.startsWith("@@ "));
      const change = isNew ? newLines(known.content) : numberedChange(from < 0 ? [] : lines.slice(from));
      const painted = call.isChangeShown ? [] : paintedChange(change, known.path, look);
      return changeResult({ change, painted, said: from < 0 ? lines : lines.slice(0, from) });
    }
    default:
      // Pictures and files stand below the text.
      return content.some(({ type }) => type !== "text") && lines.length === 0
        ? { facts: [], lines: [] }
        : otherResult(call.tool, lines);
  }
}

function otherResult(tool: string, lines: readonly string[]) {
  const shown = styled(lines.length === 0 ? ["(no output)"] : lines, "dim");
  // What such a tool shows is what the model wanted to see; a person rarely does.
  const isReading = readingTools.some((one) => one === tool);
  if (!isReading || lines.length < 2) return { facts: [], lines: shown };
  return { facts: [`${lines.length} lines · Ctrl+O`], lines: shown, isFolded: true };
}

const exitCode = /^\[exit code ([^\]]*)\]$/;

/** The exit code is a fact; what remains is the output. */
function commandResult(lines: readonly string[]) {
  const [, code] = lines.flatMap((line) => exitCode.exec(line) ?? []);
  const output = lines.filter((line) => !exitCode.test(line));
  return {
    facts: code === undefined ? [] : [`exit ${code}`],
    lines: styled(output.length === 0 ? ["(no output)"] : output, "dim"),
  };
}

interface Change {
  readonly change: readonly ChangeLine[];
  /** Its lines, unless they stand above. */
  readonly painted: readonly string[];
  /** What the tool says beside it. */
  readonly said: readonly string[];
}

/** What the built-in tools say where there is nothing to add to the change itself. */
const plainSentence = /^(?:Edited|Wrote) [^(]*(?:\((?:a new file|before [\d,]+ bytes)\))?[.:]?$/;

/** The change stands for what the tool says of it, unless there is something to add. */
function changeResult({ change, painted, said }: Change) {
  const count = changeCount(change);
  const notes = change.length > 0 ? said.filter((line) => !plainSentence.test(line)) : said;
  const drawn = painted.map((text): ResultLine => ({ text }));
  return { facts: count === "" ? [] : [count], lines: [...styled(notes, "dim"), ...drawn] };
}

function styled(lines: readonly string[], style: Style): readonly ResultLine[] {
  return lines.map((text) => ({ text, style }));
}
