import { escapeName } from "@skein/protocol";
import { limits } from "./limits.ts";

const lineCharacters = 300;

/** The end of a server's standard error, and of non-messages on its output. */
export interface LastWords {
  add(text: string): void;
  /** The line that most likely explains a failure, safe to show; `undefined` without output. */
  line(): string | undefined;
}

export function lastWords(): LastWords {
  let kept = "";
  return {
    add(text) {
      kept = (kept + text.slice(-limits.stderrCharacters)).slice(-limits.stderrCharacters);
    },
    line() {
      const lines = kept.split("\n").map((line) => line.trimEnd());
      const last =
        lines.findLast((line) => line !== "" && !isTrace(line)) ?? lines.findLast((line) => line !== "");
      if (last === undefined) return undefined;
      const shown = escapeName(last.trim());
      return shown.length > lineCharacters ? `${shown.slice(0, lineCharacters)} …` : shown;
    },
  };
}

/** What a runtime adds below its message. */
function isTrace(line: string): boolean {
  return /^\s|^Node\.js v\d|^[})\]^~]+$/.test(line);
}
