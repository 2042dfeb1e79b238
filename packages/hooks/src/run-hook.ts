import { isJsonObject, messageOf, type HookEffect, type JsonObject, type JsonValue } from "@skein/protocol";
import type { Hook, HookAction } from "./hook.ts";
import { blocked, effectOf, readOutput } from "./hook-output.ts";

/** A command that a hook consists of. */
export interface HookCommand {
  readonly command: string;
  /** The event as JSON: its standard input. */
  readonly input: string;
  readonly timeoutMs: number;
}

/** How it ended; `timed-out`: it was ended. `not-started`: `stderr` says why. */
export interface HookCommandEnd {
  readonly how: { readonly code: number } | { readonly signal: string } | "timed-out" | "not-started";
  /** At most 1 MiB of each. */
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command and leaves nothing of it behind. Rejects with the signal's reason. */
export type RunHookCommand = (command: HookCommand, signal: AbortSignal) => Promise<HookCommandEnd>;

export interface HookRunner {
  readonly runCommand: RunHookCommand;
  /** For HTTP hooks. `${NAME}` in a header becomes what this says. */
  readonly secret: (name: string) => string | undefined;
}

/** What one hook has come to; `failure` is a sentence on why it failed. */
export type HookRun = { readonly effect: HookEffect } | { readonly failure: string };

const longestAnswer = 1_048_576;

/** Rejects with the signal's reason, and with nothing else. */
export async function runHook(
  { action, event, timeoutMs }: Hook,
  input: JsonObject,
  runner: HookRunner,
  signal: AbortSignal,
): Promise<HookRun> {
  try {
    const read = await perform(action, { input, timeoutMs, event }, runner, signal);
    return typeof read === "string" ? { failure: read } : { effect: read };
  } catch (error) {
    signal.throwIfAborted();
    return { failure: messageOf(error) };
  }
}

interface Given extends Pick<Hook, "timeoutMs" | "event"> {
  readonly input: JsonObject;
}

function perform(
  action: HookAction,
  given: Given,
  runner: HookRunner,
  signal: AbortSignal,
): Promise<HookEffect | string> {
  switch (action.type) {
    case "command":
      return performCommand(action.command, given, runner, signal);
    case "http":
      return performHttp(action, given, runner, signal);
    case "function":
      return performFunction(action.run, given, signal);
  }
}

async function performCommand(
  command: string,
  { input, timeoutMs, event }: Given,
  { runCommand }: HookRunner,
  signal: AbortSignal,
): Promise<HookEffect | string> {
  const end = await runCommand({ command, input: JSON.stringify(input), timeoutMs }, signal);
  const said = end.stderr.trim();
  const because = said === "" ? "" : ` It wrote: ${said.slice(-1000)}`;
  if (end.how === "timed-out") return `It took longer than ${timeoutMs / 1000} s.${because}`;
  if (end.how === "not-started") return `It could not be started: ${end.stderr}`;
  if ("signal" in end.how) return `It was ended by ${end.how.signal}.${because}`;
  const { code } = end.how;
  if (code === 0) return readOutput(end.stdout, event);
  if (code === 2) return blocked(said === "" ? "A hook blocked it and gave no reason." : said, event);
  return `It ended with exit code ${code}.${because}`;
}

async function performHttp(
  { url, headers }: Extract<HookAction, { type: "http" }>,
  { input, timeoutMs, event }: Given,
  { secret }: HookRunner,
  signal: AbortSignal,
): Promise<HookEffect | string> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...expanded(headers, secret) },
      body: JSON.stringify(input),
      redirect: "error",
      signal: AbortSignal.any([signal, late]),
    });
    const text = await textOf(response);
    if (!response.ok) return `The server answered with status ${response.status}.`;
    return readOutput(text, event);
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return `The server took longer than ${timeoutMs / 1000} s.`;
    const { cause } = error as Error;
    return cause === undefined ? messageOf(error) : `The server could not be reached: ${messageOf(cause)}`;
  }
}

function expanded(
  headers: Readonly<Record<string, string>>,
  secret: HookRunner["secret"],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [
      name,
      text.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, variable: string) => {
        const value = secret(variable);
        if (value === undefined) throw new Error(`The header ${name} needs ${variable}, which is not set.`);
        return value;
      }),
    ]),
  );
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > longestAnswer) throw new Error(`The server answered with more than ${longestAnswer} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function performFunction(
  run: Extract<HookAction, { type: "function" }>["run"],
  { input, timeoutMs, event }: Given,
  signal: AbortSignal,
): Promise<HookEffect | string> {
  const late = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, late]);
  const ended = Promise.withResolvers<"ended">();
  const onAbort = () => ended.resolve("ended");
  either.addEventListener("abort", onAbort, { once: true });
  if (either.aborted) onAbort();
  const value = await Promise.race([(async () => run(input, either))(), ended.promise]);
  either.removeEventListener("abort", onAbort);
  signal.throwIfAborted();
  if (late.aborted) return `It took longer than ${timeoutMs / 1000} s.`;
  if (value === undefined || value === null) return {};
  const json = value as JsonValue;
  return isJsonObject(json) ? effectOf(json, event) : "It returned what is not an object.";
}
