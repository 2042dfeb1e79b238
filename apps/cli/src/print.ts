import { cleanText, jsonText } from "@skein/terminal";

export function printJson(value: unknown): void {
  process.stdout.write(`${jsonText(value, 2)}\n`);
}

/** A line of the result. */
export function print(line: string): void {
  process.stdout.write(`${cleanText(line)}\n`);
}

/** A line beside the result: on standard error. */
export function note(line: string): void {
  process.stderr.write(`${cleanText(line)}\n`);
}

/** A line that says whose it is, beside the result: a warning, or what was done. */
export function warn(text: string): void {
  note(`skein: ${text}`);
}
