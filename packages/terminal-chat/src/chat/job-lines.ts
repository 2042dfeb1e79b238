import type { BackgroundJob } from "@skein/protocol";
import { displayText, truncate, withEnd } from "@skein/terminal/width";
import type { Paint } from "@skein/terminal";
import { seconds } from "./spinner.ts";

const mostShown = 3;

/** Background jobs that run, a line each. */
export function jobLines(
  jobs: readonly BackgroundJob[],
  now: number,
  { width, paint }: { readonly width: number; readonly paint: Paint },
): readonly string[] {
  const lines = jobs.slice(-mostShown).map(({ id, command, startedAt }) => {
    const ms = now - startedAt;
    const end = `${ms < 120_000 ? seconds(ms) : `${Math.floor(ms / 60_000)} min`} · /jobs`;
    const words = displayText(`job ${id}  ${command.replaceAll(/\s+/g, " ")}`);
    const title = `  ${paint("accent", "◐")} ${paint("dim", truncate(words, width - end.length - 6))}`;
    return withEnd(title, paint("dim", end), width);
  });
  const hidden = jobs.length - lines.length;
  return hidden > 0 ? [paint("dim", `  ◐ ${hidden} more · /jobs`), ...lines] : lines;
}
