import { nearestWord } from "@skein/platform/words";
import { ConfigError, type HookEffect, type JsonObject } from "@skein/protocol";
import { hookCommands } from "@skein/runtime/hooks";
import { createHooks, hookEventNames, sampleEvent, type HookEventName, type HookRun } from "@skein/hooks";
import type { Machine } from "@skein/host";
import type { KnownProviders } from "@skein/host/providers";
import { effectiveSettings } from "@skein/host/settings";
import { deedOf, type HookDeed, hookSettings } from "@skein/host/permissions";

export interface TryOptions {
  readonly event: string;
  /** By any name that a matcher may say. Default: the shell. */
  readonly tool?: string | undefined;
  /** Of the call, or fields of the event. Default: a plausible one. */
  readonly input?: JsonObject | undefined;
  readonly cwd: string;
  readonly providers: KnownProviders;
}

/** What one hook was told, what it answered, and what that means. */
export interface TriedHook extends HookDeed {
  readonly source: string;
  readonly sent: JsonObject;
  /** Of a command that ended by itself. */
  readonly exitCode: number | null;
  /** Of a server. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it failed; `null`: it did not. */
  readonly failure: string | null;
}

export interface TriedHooks {
  readonly event: HookEventName;
  /** Those that were run. After one that denies no other is. */
  readonly hooks: readonly TriedHook[];
  /** What all of them come to. */
  readonly effect: HookEffect;
}

/** Runs the hooks that would run on an event, with one that is made up. Throws `ConfigError`. */
export async function tryHooks(
  machine: Machine,
  { event, tool, input, cwd, providers }: TryOptions,
): Promise<TriedHooks> {
  const name = eventNamed(event);
  const effective = await effectiveSettings(machine, cwd);
  const { hooks = [], variable = () => undefined } =
    (await hookSettings({ machine, providers }, effective)) ?? {};
  const sample = sampleEvent(name, { tool, input, cwd });
  const tried: TriedHook[] = [];
  const set = createHooks({
    // Those on results and on failures share an event.
    hooks: hooks.filter((hook) => hook.event === name),
    variable,
    runCommand: hookCommands({ cwd, env: machine.env }),
    session: {
      id: "sample-session",
      cwd,
      project: effective.project.folder,
      mode: () => effective.values.mode,
      ...(sample.subagent ? { subagent: sample.subagent } : {}),
    },
    onRun({ hook, input: sent }, run) {
      tried.push({ ...deedOf(hook), source: hook.origin, sent, ...answerIn(run) });
    },
  });
  const effect = await set.run(sample.event, new AbortController().signal);
  return { event: name, hooks: tried, effect };
}

function answerIn(run: HookRun): Omit<TriedHook, keyof HookDeed | "source" | "sent"> {
  const { answer } = run;
  const failure = "failure" in run ? run.failure : null;
  const nothing = { exitCode: null, status: null, stdout: "", stderr: "", failure };
  if (answer?.from === "server") return { ...nothing, status: answer.status, stdout: answer.body };
  if (answer?.from !== "command") return nothing;
  const { how, stdout, stderr } = answer.end;
  const exitCode = typeof how === "object" && "code" in how ? how.code : null;
  return { ...nothing, exitCode, stdout, stderr };
}

function eventNamed(text: string): HookEventName {
  const found = hookEventNames.find((name) => name.toLowerCase() === text.toLowerCase());
  if (found) return found;
  const guess = nearestWord(text, hookEventNames);
  throw new ConfigError("usage", `There is no event ${JSON.stringify(text)}.`, {
    hint: `${guess === undefined ? "" : `Did you mean ${guess}? `}Use one of: ${hookEventNames.join(", ")}.`,
  });
}
