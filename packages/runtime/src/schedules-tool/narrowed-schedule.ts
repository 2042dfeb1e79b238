import type { NewSchedule } from "@skein/extensions-builtin/schedules";
import type { ScheduledWork, ScheduleInput, ScheduleRule } from "@skein/schedules";
import { isNoFreer } from "../mode-gate.ts";
import { narrowerLimits, smallerOf, type Rights } from "../rights.ts";
import { problems } from "./prompts.ts";

/** The agent that adds a schedule, in its current state. */
export interface RequestingAgent {
  readonly rights: Rights;
  readonly provider: string;
  readonly model: string;
  readonly session: string;
  /** Its working folder; absolute. */
  readonly cwd: string;
  /** As `extension__tool`. */
  readonly tools: readonly string[];
}

type Narrowed =
  | { readonly schedule: ScheduleInput }
  /** Why it is not allowed, as a sentence for the model. */
  | { readonly refused: string };

/** Limits a schedule to the permissions and limits of the agent that adds it. */
export function narrowedSchedule(wish: NewSchedule, work: ScheduledWork, asking: RequestingAgent): Narrowed {
  const { rights, tools, session, cwd } = asking;
  const now = rights.mode();
  const refused = modeRefused(now, wish.mode);
  if (refused !== undefined) return { refused };
  const minutes = wish.max_minutes;
  const limits = narrowerLimits(rights.limits, {
    ...(wish.max_turns === undefined ? {} : { maxTurns: wish.max_turns }),
    ...(minutes === undefined ? {} : { maxTimeMs: Math.round(minutes * 60_000) }),
  });
  const maxCostUsd = smallerOf(rights.maxCostUsd, wish.max_cost_usd);
  const { maxTokens } = rights;
  return {
    schedule: {
      name: wish.name,
      cron: wish.cron,
      ...(wish.tz === undefined ? {} : { tz: wish.tz }),
      work,
      cwd,
      ...modelOf(wish, asking),
      mode: wish.mode ?? freestMode(now),
      rules: narrowedRules(rights.rules),
      tools,
      askedBy: session,
      limits,
      ...(maxCostUsd === undefined ? {} : { maxCostUsd }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
    },
  };
}

/** Modes that never ask. */
function freestMode(own: string): string {
  return own === "auto" ? "auto" : "plan";
}

/** @returns why an agent in mode `own` may not schedule anything, or not in mode `asked`. */
function modeRefused(own: string, asked: string | undefined): string | undefined {
  if (own === "plan" || own === "chat") return problems.onlyLooking(own);
  const freest = freestMode(own);
  return asked === undefined || isNoFreer(asked, freest) ? undefined : problems.freerMode(own, asked);
}

/** Only rules that deny or ask matter, since no mode of a schedule asks. */
function narrowedRules(rules: readonly ScheduleRule[]): readonly ScheduleRule[] {
  const denied = new Map<string, ScheduleRule>();
  for (const { tool, verdict, reason } of rules) {
    if (verdict === "allow") continue;
    const why = verdict === "ask" ? problems.noApprover : reason;
    if (verdict === "deny" || !denied.has(tool))
      denied.set(tool, { tool, verdict: "deny", ...(why === undefined ? {} : { reason: why }) });
  }
  return [...denied.values()];
}

function modelOf(
  { provider, model }: NewSchedule,
  own: RequestingAgent,
): { readonly provider: string; readonly model?: string } {
  if (model !== undefined) return { provider: provider ?? own.provider, model };
  if (provider === undefined || provider === own.provider)
    return { provider: own.provider, model: own.model };
  return { provider };
}
