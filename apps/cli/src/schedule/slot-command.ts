import type { Job } from "@skein/schedules";
import type { SlotCommand } from "@skein/session-processes/schedules";

/** A slot as a run of the command. @param program - what `skein` is here: a program and its first arguments. */
export function slotCommand(program: readonly [string, ...string[]], job: Job): SlotCommand {
  return { command: [...program, ...slotArguments(job)], input: taskOf(job) };
}

function taskOf({ schedule, resumed }: Job): string {
  return schedule.work.kind === "prompt" && !resumed ? schedule.work.text : "";
}

function slotArguments({ schedule, session, resumed }: Job): readonly string[] {
  const { id, name, work, mode, cwd, worktree, provider, model, limits, maxCostUsd, maxTokens } = schedule;
  const { maxTurns, maxRepetitions, maxTimeMs, maxToolCalls } = limits;
  const flag = (word: string, value: string | number | undefined) =>
    value === undefined ? [] : [word, `${value}`];
  const what = () => {
    const named = resumed ? ["--resume"] : ["--name", name];
    if (work.kind === "prompt") return resumed ? named : [...named, "--instructions", "-"];
    const params = Object.entries(work.params).flatMap(([key, value]) => ["--params", `${key}=${value}`]);
    return [...named, "--recipe", work.recipe, ...params, ...flag("--trust-hash", work.consent)];
  };
  return [
    "run",
    ...what(),
    "--schedule",
    id,
    "--session-id",
    session,
    "--cwd",
    cwd,
    "--mode",
    mode,
    "--output-format",
    "json",
    ...flag("--worktree-end", worktree),
    ...(worktree === undefined || resumed ? [] : ["--worktree"]),
    ...flag("--provider", provider),
    ...flag("--model", model),
    ...flag("--max-turns", maxTurns),
    ...flag("--max-tool-repetitions", maxRepetitions),
    ...flag("--max-tool-calls", maxToolCalls),
    ...flag("--max-time", maxTimeMs === undefined ? undefined : `${maxTimeMs}ms`),
    ...flag("--max-cost", maxCostUsd),
    ...flag("--max-tokens", maxTokens),
  ];
}
