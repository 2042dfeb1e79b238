import { messageOf, type HookEffect, type JsonObject } from "@skein/protocol";
import type { Hook } from "../hook.ts";
import { callFunction } from "./call-function.ts";
import { readAnswer, type HookAnswer, type HookCommandEnd } from "./hook-answer.ts";
import { postEvent } from "./post-event.ts";

/** A command that a hook consists of. */
export interface HookCommand {
  readonly command: string;
  /** The event as JSON: its standard input. */
  readonly input: string;
  /** Variables besides those that any hook gets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Runs a command and leaves nothing of it behind. Rejects with the signal's reason. */
export type RunHookCommand = (command: HookCommand, signal: AbortSignal) => Promise<HookCommandEnd>;

export interface HookRunner {
  readonly runCommand: RunHookCommand;
  /** The value of a variable that a hook names. */
  readonly variable: (name: string, hook: Hook) => string | undefined;
}

/** What one hook has come to; `failure` is a sentence on why it failed. */
export type HookRun = { readonly answer?: HookAnswer } & (
  | { readonly effect: HookEffect }
  | { readonly failure: string }
);

/** A hook to be run. */
export interface HookCall {
  readonly hook: Hook;
  readonly input: JsonObject;
  /** Variables of the event, for commands. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Rejects with the signal's reason, and with nothing else. */
export async function runHook(call: HookCall, runner: HookRunner, signal: AbortSignal): Promise<HookRun> {
  let answer: HookAnswer | undefined;
  try {
    answer = await answerOf(call, runner, signal);
    const read = readAnswer(answer, call.hook);
    return typeof read === "string" ? { failure: read, answer } : { effect: read, answer };
  } catch (error) {
    signal.throwIfAborted();
    return { failure: messageOf(error) };
  }
}

async function answerOf(
  { hook, input, environment }: HookCall,
  { runCommand, variable }: HookRunner,
  signal: AbortSignal,
): Promise<HookAnswer> {
  const { action, timeoutMs } = hook;
  const values = hook.variables.flatMap((name) => {
    const value = variable(name, hook);
    return value === undefined ? [] : [[name, value] as const];
  });
  switch (action.type) {
    case "command": {
      const command = {
        command: action.command,
        input: JSON.stringify(input),
        environment: { ...Object.fromEntries(values), ...environment },
        timeoutMs,
      };
      return { from: "command", end: await runCommand(command, signal) };
    }
    case "http":
      return postEvent(action, { input, timeoutMs, values: new Map(values) }, signal);
    case "function":
      return callFunction(action.run, { input, timeoutMs }, signal);
  }
}
