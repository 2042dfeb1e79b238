import { commandIn } from "../rules/covers-call.ts";
import type { GateRequest } from "@skein/protocol";
import { analyzeCommand, type CommandAnalysis, type Word } from "../shell-analysis/index.ts";

export interface InspectedCommand extends CommandAnalysis {
  readonly text: string;
  /** Absolute. */
  readonly cwd: string;
}

const known = new WeakMap<GateRequest, Promise<InspectedCommand>>();

/** The shell command of a call, analyzed once for all inspectors; `undefined` for a call that runs none. */
export async function inspectedCommand(request: GateRequest): Promise<InspectedCommand | undefined> {
  const text = commandIn(request);
  if (text === undefined) return undefined;
  const found = known.get(request);
  if (found) return found;
  const { cwd } = request;
  const command = analyzeCommand(text).then((analysis) => ({ ...analysis, text, cwd }));
  known.set(request, command);
  return command;
}

/** Programs that take text which another shell runs, here or elsewhere. */
const carriers =
  /^(?:ssh|docker|podman|kubectl|nerdctl|lxc|vagrant|su|runuser|script|watch|parallel|at|batch|screen|tmux)$/;
const shells = /^(?:ba|da|z|k|mk|a|c|tc|fi)?sh$/;

/**
 * Words of texts that are not analyzed, each with those behind it, as if each began a command: the whole command when
 * there is a problem with it, what a shell reads from its input, and what is run elsewhere. It finds too much rather than
 * too little.
 */
export function unreadCommands({ text, segments, problems }: InspectedCommand): readonly (readonly Word[])[] {
  const isShellOfInput = segments.some(
    ({ program, args }) => shells.test(programName(program)) && args.every((word) => word.mayBeOption),
  );
  const carried = segments
    .filter(({ program }) => carriers.test(programName(program)))
    .map(({ args }) => args.map((word) => word.text).join(" "));
  const texts = problems.length > 0 || isShellOfInput ? [text] : carried;
  return texts.flatMap((one) => {
    const words = plainWords(one);
    return words.map((_, at) => words.slice(at));
  });
}

export function programName(program: Word | undefined): string {
  return (program?.text ?? "").replace(/^.*\//, "").toLowerCase();
}

/** Without quotes and backslashes; what the shell would put in is marked. */
function plainWords(text: string): readonly Word[] {
  return text
    .replaceAll(/["'\\]/g, "")
    .split(/[\s;|&()`{}<>]+/)
    .filter((word) => word !== "")
    .map((word) => ({
      source: word,
      text: word,
      expansions: [
        ...(word.includes("$") ? (["variable"] as const) : []),
        ...(/[*?[]/.test(word) ? (["glob"] as const) : []),
        ...(word.startsWith("~") ? (["tilde"] as const) : []),
      ],
      mayBeOption: /^[-$]/.test(word),
    }));
}
