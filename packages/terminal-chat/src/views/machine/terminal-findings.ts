import type { ShownFinding } from "./finding-lines.ts";

export interface TerminalFacts {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

const area = "terminal";

interface TerminalFinding extends Omit<ShownFinding, "fix"> {
  readonly area: typeof area;
  readonly fix?: string;
}

/** What can be drawn and asked here. */
export function* terminalFindings(facts: TerminalFacts): Generator<TerminalFinding> {
  const { stdin, stdout, stderr, env, platform } = facts;
  const { TERM: kind = "", NO_COLOR: noColor = "", LANG: lang = "", LC_ALL: all = "" } = env;
  if (!stdout.isTTY) {
    yield { area, state: "ok", text: "standard output is no terminal: plain text, no colours" };
  } else {
    const colours = noColor !== "" ? "none (NO_COLOR)" : String(2 ** stdout.getColorDepth());
    const size = `${stdout.columns}×${stdout.rows}`;
    yield { area, state: "ok", text: `${kind || "unknown kind"}, ${size}, colours: ${colours}` };
  }
  if (!stdin.isTTY || !stderr.isTTY) {
    yield { area, state: "ok", text: "no one can be asked here: a question ends a run with exit code 7" };
  }
  const locale = all || env["LC_CTYPE"] || lang;
  if (platform !== "win32" && locale !== "" && !/utf-?8/i.test(locale)) {
    const fix = "export LANG=C.UTF-8";
    yield { area, state: "note", text: `The locale ${locale} is not UTF-8: some signs may look wrong.`, fix };
  }
}
