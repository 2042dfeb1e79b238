import { isAbsolute } from "node:path";
import { ConfigError } from "@skein/protocol";
import { checkTimeZone, slotTimes } from "./cron.ts";
import { catchUps, overlaps, worktreeEnds, type ScheduleInput } from "./schedule.ts";

const namePattern = /^[A-Za-z0-9][\w.-]{0,63}$/;
const maxTextLength = 100_000;
/** One day: a slot that starts later is another slot. */
const maxJitterMs = 86_400_000;

/** Permission modes that never ask, and those that may. */
const answeringModes = ["auto", "plan", "chat"];
const askingModes = ["accept_edits", "smart_approve", "approve"];

/**
 * Validates a schedule. Throws `ConfigError` that names the field and says what to do. Does not rely on types: much
 * of it is user input.
 */
export function checkInput(input: ScheduleInput): void {
  const { name, tz, cron, cwd, work } = input;
  if (!namePattern.test(name)) {
    throw refused(`name: ${JSON.stringify(name)} cannot be the name of a schedule.`, [
      "Use at most 64 letters, digits, and - _ . after the first.",
    ]);
  }
  if (tz !== undefined) checkTimeZone(tz);
  slotTimes(cron, tz ?? "UTC");
  if (!isAbsolute(cwd)) throw refused(`cwd: ${JSON.stringify(cwd)} is not an absolute path.`);
  if (work.kind === "recipe" && !isAbsolute(work.recipe)) {
    throw refused(`recipe: ${JSON.stringify(work.recipe)} is not an absolute path.`);
  }
  if (work.kind === "prompt" && (work.text.trim() === "" || work.text.length > maxTextLength)) {
    throw refused(`text: the prompt has ${work.text.length} characters.`, [
      `Give it some, and at most ${maxTextLength}; a file can be named in it.`,
    ]);
  }
  checkOneOf("worktree", input.worktree, worktreeEnds);
  checkOneOf("overlap", input.overlap, overlaps);
  checkOneOf("catchUp", input.catchUp, catchUps);
  checkNumber("maxCostUsd", input.maxCostUsd);
  checkNumber("maxTokens", input.maxTokens);
  checkNumber("jitterMs", input.jitterMs, maxJitterMs);
  for (const [field, value] of Object.entries(input.limits ?? {})) checkNumber(`limits.${field}`, value);
  checkRights(input);
}

/** No one is available to answer, so nothing may ask. */
function checkRights({ mode, rules = [] }: ScheduleInput): void {
  checkOneOf("mode", mode, [...answeringModes, ...askingModes]);
  if (askingModes.includes(mode)) {
    throw refused(
      `mode: ${JSON.stringify(mode)} asks a person, and no one is available when a schedule runs.`,
      [
        "Choose one that answers by itself: plan (reads only), chat (no tools), or auto (everything that rules allow).",
      ],
    );
  }
  const asking = rules.find(({ verdict }) => verdict === "ask");
  if (!asking || mode === "chat") return;
  throw refused(`rules: the one for ${JSON.stringify(asking.tool)} asks a person, and no one is available.`, [
    "Make it allow or deny where the schedule runs, or use mode chat.",
  ]);
}

function checkOneOf(field: string, value: string | undefined, allowed: readonly string[]): void {
  if (value === undefined || allowed.includes(value)) return;
  throw refused(`${field}: there is no ${JSON.stringify(value)}.`, [`Use one of: ${allowed.join(", ")}.`]);
}

function checkNumber(field: string, value: number | undefined, most = Infinity): void {
  if (value === undefined || (value >= 0 && value <= most)) return;
  throw refused(`${field}: ${value} is not a number from 0 ${most === Infinity ? "on" : `to ${most}`}.`);
}

function refused(message: string, [hint]: readonly string[] = []): ConfigError {
  return new ConfigError("usage", message, hint === undefined ? {} : { hint });
}
