import { jsonText } from "../output/json-text.ts";
import { cleanText } from "../terminal/clean-text.ts";

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

/** `1 session`, `2 sessions`. */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}
