import type { ToolOutcome } from "@skein/protocol";

/** What shows that a command has asked something, or opened an editor, and what to do instead. */
interface PromptSign {
  /** Of the output. */
  readonly output?: RegExp;
  readonly command?: RegExp;
  readonly advice: string;
}

/** The first that fits is told. Commands have no terminal and an empty stdin, so most programs say at once that they cannot ask. */
const ofFailures: readonly PromptSign[] = [
  {
    output: /sudo: (?:a terminal is required|a password is required|no tty present|\d+ incorrect password)/,
    advice:
      "sudo asked for a password, which no one can type here. Do without it, or ask the user to run this command.",
  },
  {
    output: /Host key verification failed|authenticity of host .* can't be established/,
    advice:
      "ssh asked whether to trust a host that it does not know. The user has to confirm it once: ask for `ssh HOST` in a terminal.",
  },
  {
    output: /could not read (?:Username|Password)|terminal prompts disabled|Authentication failed for 'http/,
    advice:
      "git asked for a user name or password. The user has to log in first, for example with `gh auth login`.",
  },
  {
    output: /Permission denied \([\w,-]*(?:password|keyboard-interactive|publickey)/,
    advice: "ssh found no key that it may use, and cannot ask for a password here. Tell the user.",
  },
  {
    output: /Aborting commit due to empty commit message|empty commit message/i,
    advice: "git opened an editor for the message, and none is there. Give it: git commit -m MESSAGE.",
  },
  {
    output:
      /Vim: (?:Warning: (?:In|Out)put is not|Error reading input)|stdin is not a (?:tty|terminal).*nano/,
    advice:
      "An editor needs a terminal, which commands do not have without pty. Change files with edit and write, or call shell with pty.",
  },
  {
    output:
      /EOFError|EOF when reading a line|force closed the prompt|Prompt was cancel+ed|readline was closed|ERR_USE_AFTER_CLOSE/,
    advice:
      "The program asked for input, and stdin is empty. Pass the answers by flags or a pipe, or start it with background and type with job.",
  },
  {
    output:
      /not a (?:tty|terminal)|not a TTY|failed tty get|Error opening terminal|no tty|Inappropriate ioctl|must be run from a terminal|requires? (?:a|an interactive) (?:tty|terminal)/i,
    advice:
      "The program needs a terminal, which commands do not have without pty. Use flags that make it work without one (often -b or -n), or call shell with pty.",
  },
  {
    // It has printed nothing, and ended as read does without input.
    output: /^\[exit code 1\]/,
    command: /(?:^|[;&|(\s])read\s+(?:-\w+\s+)*\w+/,
    advice: "stdin is empty, so read got nothing. Pass the value: read x <<< VALUE.",
  },
];

/** Where no failure shows that an editor was wanted: git's is `true`, which changes nothing. */
const ofSuccess: readonly PromptSign[] = [
  {
    command: /\bgit\b.*\brebase\b.*\s(?:-i|--interactive)\b/,
    advice:
      "No editor was opened: the list of commits stayed as it was. To change it, set GIT_SEQUENCE_EDITOR to a command that edits its file, for example GIT_SEQUENCE_EDITOR=\"sed -i '2s/^pick/squash/'\".",
  },
];

/** Output after which a program waits for a terminal and does not end by itself. */
const waiting = /Vim: Warning: (?:In|Out)put is not (?:from|to) a terminal/;

export function waitsForTerminal(output: string): boolean {
  return waiting.test(output);
}

/** Of a command that was ended because it waited for a terminal. */
export function endedWaiting(output: string): ToolOutcome {
  const advice = ofFailures.find((sign) => sign.output?.test(output))?.advice ?? "";
  const text = [output.trimEnd(), `[The command was ended: it waited for a terminal. ${advice}]`];
  return { content: [{ type: "text", text: text.filter(Boolean).join("\n") }] };
}

/** Adds what to do when the output shows that a command has asked, or wanted an editor. */
export function sayPrompts(outcome: ToolOutcome, command: string): ToolOutcome {
  if ("kind" in outcome) return outcome;
  const last = outcome.content.at(-1);
  if (last?.type !== "text") return outcome;
  const failed = /\[exit code [^\]]*\]/.test(last.text.slice(-400));
  const signs = failed ? [...ofSuccess, ...ofFailures] : ofSuccess;
  const asksItself = setsEditor.test(command);
  const sign = signs.find(
    (one) =>
      (one.output?.test(last.text) ?? true) &&
      (one.command?.test(command) ?? true) &&
      !(asksItself && ofSuccess.includes(one)),
  );
  if (!sign) return outcome;
  const content = [...outcome.content.slice(0, -1), { ...last, text: `${last.text}\n[${sign.advice}]` }];
  return { ...outcome, content };
}

/** The command brings an editor of its own. */
const setsEditor = /GIT_SEQUENCE_EDITOR=|GIT_EDITOR=|sequence\.editor/;
