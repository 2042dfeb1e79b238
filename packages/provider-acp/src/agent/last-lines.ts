/** The end of what a program has printed beside the protocol, for errors. */
export interface LastLines {
  add(text: string): void;
  /** Safe to show; empty without output. */
  text(): string;
}

const mostCharacters = 2000;

export function lastLines(): LastLines {
  let kept = "";
  return {
    add(text) {
      kept = (kept + text).slice(-mostCharacters);
    },
    text: () =>
      kept
        // oxlint-disable-next-line no-control-regex -- they command terminals
        .replaceAll(/\u001B\[[0-9;]*[A-Za-z]|[\u0000-\u0009\u000B-\u001F\u007F]/g, "")
        .trim()
        .split("\n")
        .slice(-3)
        .join(" ")
        .slice(-300),
  };
}
