import type { AskUser, BackgroundJob } from "@skein/protocol";
import type { AgentSettings, OutputStyle, Runtime } from "@skein/runtime";
import type { PromptCompletion, SessionPrompt } from "@skein/host/agents";
import type { CompactOptions, RunBeginning, CompactionReport } from "@skein/host/sessions";
import type { BackgroundRun } from "@skein/session-processes/background";
import type { Machine } from "@skein/host";
import type { ProviderRegistry } from "@skein/host/providers";
import type { CommandResult, SubagentAtWork } from "./command-result.ts";

/** What a face shows of a command. */
export interface CommandInfo {
  readonly name: string;
  readonly description: string;
  /** Absent when it takes no argument. */
  readonly argument?: CommandArgument;
  /** Where it comes from, for lists. Default: every session has it. */
  readonly group?: CommandGroup;
  /** It changes the session, so it has to wait for the end of a run. Default: at any time. */
  readonly when?: "between-runs";
}

/** Recipes, Markdown files, skills and prompts of extensions that are commands. */
export type CommandGroup = "recipes" | "commands" | "skills" | "prompts";

export interface CommandArgument {
  /** What to type, for help: `ID`. */
  readonly hint: string;
  readonly isOptional?: true;
  /** All that it may be, where that is known. */
  readonly values?: readonly string[];
  /** What it may be, for what was typed of it. Never rejects. */
  readonly complete?: (typed: string) => Promise<readonly string[]>;
}

/** A command of a session: the same one on every face. What it comes to is data, which each face words. */
export interface SessionCommand extends CommandInfo {
  /**
   * Rejects with what goes wrong: `ConfigError`, `SessionError`.
   *
   * @param argument - trimmed; empty when none was given.
   */
  run(argument: string, scope: CommandScope): Promise<CommandResult>;
}

/** What commands work with. */
export interface CommandScope {
  readonly machine: Machine;
  readonly providers: ProviderRegistry;
  readonly runtime: Pick<Runtime, "model" | "sessions" | "interrupt">;
  readonly session: CommandSession;
  /** Those at work, in the order in which they began. */
  readonly subagents: () => readonly SubagentAtWork[];
  /** The program that runs a session in the background. Absent: the face has none. */
  readonly backgroundRun?: BackgroundRun | undefined;
  /** Asks the user for what is missing. Without it all of it must be in the argument. */
  readonly ask?: AskUser;
  /** Receives the output of a command of the user as it comes. Foreign text, not yet clean. */
  readonly output?: (text: string) => void;
  /** Receives sentences while the command works. */
  readonly tell?: (sentence: string, level: "info" | "warning") => void;
}

/** A session that is open. */
export interface CommandSession {
  settings(): AgentSettings & { readonly session: string };
  isRunning(): boolean;
  setMode(mode: string): Promise<void>;
  setModel(provider: string, model: string): Promise<void>;
  setEffort(effort: string): Promise<void>;
  /** Between runs; `undefined`: Skein's own. */
  setOutputStyle(style: OutputStyle | undefined): Promise<void>;
  rename(name: string): Promise<void>;
  /** Lets the model know something with the next message. */
  note(text: string): Promise<void>;
  /** Prompts of its extensions, as far as they are known. Absent: it has none. */
  prompts?(): Promise<readonly SessionPrompt[]>;
  completePrompt?(wanted: PromptCompletion): Promise<readonly string[]>;
  /**
   * Decides how the run begins that the next message starts: see `LiveSession.prepareNextRun`. Rejects with
   * `ConfigError` where that cannot be held.
   */
  prepareNextRun(beginning: RunBeginning): Promise<void>;
  /** Opens the agent, if it is not open. */
  prepare(): Promise<{ readonly tools: readonly string[] }>;
  jobs(): Promise<readonly BackgroundJob[]>;
  /** @returns whether a job of this id was running. */
  endJob(id: string): Promise<boolean>;
  compact(options?: CompactOptions): Promise<CompactionReport>;
  /**
   * Works on the session between two runs; messages wait for the end of it.
   *
   * @param stopper - aborted when the user interrupts. Without it the work cannot be interrupted.
   */
  alone<Value>(work: () => Promise<Value>, stopper?: AbortController): Promise<Value>;
}
