import { broadRules, type BroadRule } from "@skein/permissions";
import { judgeCommand, type CommandPolicy } from "@skein/runtime";
import type { Verdict } from "@skein/protocol";
import type { Machine } from "../machine.ts";
import { effectiveSettings } from "../settings/effective-settings.ts";
import { inspectorSettings } from "../settings/inspector-settings.ts";
import { permissionRules } from "../settings/permission-rules.ts";

/** What would be decided of a shell command, and why. */
export interface Explanation {
  readonly command: string;
  readonly mode: string;
  readonly decision: Verdict;
  /** What decided, in words: a rule, the mode, a guarded path, a remembered answer. */
  readonly by: string;
  /** `null`: no rule decided. */
  readonly rule: { readonly text: string; readonly source: string | null } | null;
  readonly reason: string | null;
  /** The smallest rules that together would allow a command that asks; empty where there are none. */
  readonly remedies: readonly string[];
  /** Rules by which it is allowed that let a program run anything. */
  readonly warnings: readonly BroadRule[];
  /** The simple commands. Where the command is not understood, those that were found. */
  readonly segments: readonly {
    readonly text: string;
    readonly decision: "allow" | "ask";
    readonly by: string;
    readonly reason: string | null;
  }[];
}

export interface ExplainOptions {
  readonly cwd: string;
  /** Default: the mode of the settings. */
  readonly mode?: string | undefined;
  /** Whether the command asks to run outside the sandbox. Default: false. */
  readonly isOutside?: boolean | undefined;
}

/** What settings say in a folder. Throws `ConfigError`. */
export async function commandPolicy(
  machine: Machine,
  { cwd, mode, isOutside }: ExplainOptions,
): Promise<CommandPolicy> {
  const { values, sections, folders } = await effectiveSettings(
    machine,
    cwd,
    mode === undefined ? {} : { mode },
  );
  return {
    mode: values.mode,
    isOutside,
    rules: permissionRules(sections),
    inspectors: await inspectorSettings(machine),
    cwd,
    dataFolder: folders.data,
    env: machine.env,
  };
}

/** Runs nothing. Throws `ConfigError`. */
export async function explainCommand(
  machine: Machine,
  command: string,
  options: ExplainOptions,
): Promise<Explanation> {
  return explainBy(await commandPolicy(machine, options), command);
}

export async function explainBy(policy: CommandPolicy, command: string): Promise<Explanation> {
  const { verdict, by, rule, reason, segments = [], remedies = [] } = await judgeCommand(policy, command);
  return {
    command,
    mode: policy.mode,
    decision: verdict,
    by,
    rule: rule ? { text: rule.tool, source: rule.source ?? null } : null,
    reason: reason ?? null,
    remedies: verdict === "ask" ? remedies : [],
    warnings: broadRules([
      ...new Set([...(rule ? [rule] : []), ...segments.flatMap((one) => one.rule ?? [])]),
    ]),
    segments: segments.map((one) => ({
      text: one.text,
      decision: one.verdict,
      by: one.by,
      reason: one.reason ?? (one.verdict === "ask" ? "it is not known to only read" : null),
    })),
  };
}
