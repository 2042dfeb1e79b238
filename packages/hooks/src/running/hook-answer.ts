import { isJsonObject, type HookEffect, type JsonValue } from "@skein/protocol";
import type { Hook } from "../hook.ts";
import { blocked, effectOf, readOutput } from "../hook-output.ts";

/** How a command ended; `timed-out`: it was ended. `not-started`: `stderr` says why. */
export interface HookCommandEnd {
  readonly how: { readonly code: number } | { readonly signal: string } | "timed-out" | "not-started";
  /** At most 1 MiB of each. */
  readonly stdout: string;
  readonly stderr: string;
}

/** What a hook has answered, before it is read. */
export type HookAnswer =
  | { readonly from: "command"; readonly end: HookCommandEnd }
  | { readonly from: "server"; readonly status: number; readonly body: string }
  | { readonly from: "function"; readonly value: unknown };

/** @returns a sentence when the hook has failed. */
export function readAnswer(
  answer: HookAnswer,
  { event, timeoutMs }: Pick<Hook, "event" | "timeoutMs">,
): HookEffect | string {
  switch (answer.from) {
    case "command":
      return readEnd(answer.end, event, timeoutMs);
    case "server":
      if (answer.status < 200 || answer.status > 299)
        return `The server answered with status ${answer.status}.`;
      return readOutput(answer.body, event);
    case "function": {
      if (answer.value === undefined || answer.value === null) return {};
      const value = answer.value as JsonValue;
      return isJsonObject(value) ? effectOf(value, event) : "It returned what is not an object.";
    }
  }
}

function readEnd(
  { how, stdout, stderr }: HookCommandEnd,
  event: Hook["event"],
  timeoutMs: number,
): HookEffect | string {
  const said = stderr.trim();
  const because = said === "" ? "" : ` It wrote: ${said.slice(-1000)}`;
  if (how === "timed-out") return `It took longer than ${timeoutMs / 1000} s.${because}`;
  if (how === "not-started") return `It could not be started: ${stderr}`;
  if ("signal" in how) return `It was ended by ${how.signal}.${because}`;
  if (how.code === 0) return readOutput(stdout, event);
  if (how.code === 2) return blocked(said === "" ? "A hook blocked it and gave no reason." : said, event);
  return `It ended with exit code ${how.code}.${because}`;
}
