import { groupedNumber, toolsOfModel, type CompactionStrategy } from "@skein/protocol";
import type { Compaction, ContextPlan, ContextView } from "@skein/protocol";
import { compact, type Compacted, type CompactOptions } from "./compact.ts";
import { planProblems } from "./plan-problems.ts";
import { settingsOf, type CompactionOptions, type CompactionSettings } from "./options.ts";
import { messageGroups, type MessageGroup } from "./message-groups.ts";
import { hardLimit, compactionBudget, type CompactionBudget } from "./compaction-budget.ts";
import { createObservedWindows } from "./observed-windows.ts";
import { elisionOf, shortenResults } from "./shorten-results.ts";
import { createRatios, mostUsed, usedTokens } from "./tokens/used.ts";

const nothing: ContextPlan = { entries: [] };

/**
 * Keeps conversations within their model's context window. Create one per agent: it learns how its models count
 * tokens.
 *
 * @throws ConfigError `usage` for a threshold or target that is not above 0 and at most 1.
 */
export function createCompaction(options: CompactionOptions = {}): Compaction {
  const settings = settingsOf(options);
  const ratios = createRatios();
  const windows = createObservedWindows();
  const told = new Set<string>();
  let isFirst = true;

  const once = (about: string, notice: string): ContextPlan => {
    if (told.has(about)) return nothing;
    told.add(about);
    return { entries: [], notices: [notice] };
  };

  return {
    async plan(given, signal) {
      signal.throwIfAborted();
      const name = `${given.model.provider}/${given.model.id}`;
      const used = () => {
        ratios.learn(given);
        return usedTokens(given, ratios.of(given.model));
      };
      windows.learn(given, used);
      const window = windows.windowOf(given);
      const view: ContextView = { ...given, window };
      if (view.cause !== "before-call") return planFor(settings, { view, used: used() }, signal);
      if (window === undefined) {
        // What acts by itself keeps its conversation short by itself.
        if (toolsOfModel(view.model).length > 0) return nothing;
        if (!told.has(`window ${name}`) && (await wasAskedBefore(view))) told.add(`window ${name}`);
        const way = "Set the context limit to have long conversations summarized in time.";
        return once(`window ${name}`, `The context window of ${name} is not known. ${way}`);
      }
      const output = view.request.options.maxOutputTokens ?? 0;
      const fits = Math.max(window * 0.5, window - output);
      const threshold = Math.min(window * settings.thresholdOf(view.model), fits);
      // The first call of a process does not wait for a count of all that a session has.
      const surelyFits = isFirst && mostUsed(given) <= threshold;
      isFirst = false;
      const tokens = surelyFits ? 0 : used();
      if (tokens <= threshold) {
        told.delete("ask");
        told.delete("full");
        return nothing;
      }
      if (settings.strategy === "ask" && tokens <= Math.min(window * hardLimit, fits)) {
        const share = Math.round((tokens / window) * 100);
        return once("ask", `${share} % of the context window is used. /compact makes room.`);
      }
      const plan = await planFor(settings, { view, used: tokens }, signal);
      if (plan.entries.length > 0) return plan;
      return once("full", plan.notices?.[0] ?? "The conversation cannot be made smaller.");
    },
  };
}

/** An earlier run of the session was checked with this model, and its notices were shown. */
async function wasAskedBefore(view: ContextView): Promise<boolean> {
  const { model } = view;
  for await (const entry of view.read(1, ["model-request"])) {
    if (entry.kind !== "model-request" || entry.purpose !== "turn") continue;
    if (entry.provider === model.provider && entry.model === model.id) return true;
  }
  return false;
}

interface Situation {
  readonly view: ContextView;
  readonly used: number;
}

async function planFor(
  settings: CompactionSettings,
  situation: Situation,
  signal: AbortSignal,
): Promise<ContextPlan> {
  const { strategy } = settings;
  const { view, used } = situation;
  if (typeof strategy === "string") {
    return namedPlan(
      settings,
      { ...situation, strategy: strategy === "ask" ? "summarize" : strategy },
      signal,
    );
  }
  const target = budgetFor(settings, situation).target;
  const plan = (name: Exclude<CompactionStrategy, "ask">) =>
    namedPlan(settings, { ...situation, strategy: name }, signal);
  try {
    const own = await strategy({ view, used, target, plan }, signal);
    const breaks = await planProblems(view, own);
    if (breaks.length === 0) return own;
    return withNotice(await plan("summarize"), `The set strategy was not used: ${breaks.join(" ")}`);
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    return withNotice(await plan("summarize"), `The set strategy failed: ${reason}`);
  }
}

function withNotice(plan: ContextPlan, notice: string): ContextPlan {
  return { ...plan, notices: [notice, ...(plan.notices ?? [])] };
}

function budgetFor(
  settings: CompactionSettings,
  { view, used }: Situation,
): { readonly tokenBudget: CompactionBudget; readonly target: number } {
  const window = view.window ?? used;
  const isBefore = view.cause === "before-call";
  const base = isBefore ? window : Math.min(window, used);
  const target = base * settings.target;
  const output = view.request.options.maxOutputTokens ?? 0;
  const fits = Math.max(window * 0.5, window - output);
  const limit = isBefore
    ? Math.max(target, Math.min(window * settings.thresholdOf(view.model), fits) * 0.9)
    : target;
  return { tokenBudget: compactionBudget({ view, used, target, limit }), target };
}

async function namedPlan(
  settings: CompactionSettings,
  { strategy, ...situation }: Situation & { readonly strategy: Exclude<CompactionStrategy, "ask"> },
  signal: AbortSignal,
): Promise<ContextPlan> {
  const { tokenBudget } = budgetFor(settings, situation);
  const { view } = tokenBudget;
  const groups = messageGroups(view);
  if (view.cause === "before-call" && strategy !== "clear") {
    const shortened = oldResults(settings, { tokenBudget, groups });
    const saved = shortened.reduce((sum, short) => sum + short.saved, 0);
    const wanted = tokenBudget.used / tokenBudget.scale - tokenBudget.fixed - tokenBudget.wanted;
    if (saved >= wanted && shortened.length > 0) {
      const notice = `${sharesOf(tokenBudget)} ${countOf(shortened.length, "old result")} shortened.`;
      const after = Math.round(tokenBudget.used - saved * tokenBudget.scale);
      return { entries: elisionOf(shortened), notices: [notice], before: tokenBudget.used, after };
    }
  }
  const compacted = await compact({ settings, tokenBudget, groups, ...stepOf(view, strategy) }, signal);
  if (!compacted) return cannot(tokenBudget);
  const { changes: entries, after } = compacted;
  return { entries, notices: noticesOf(tokenBudget, compacted, strategy), before: tokenBudget.used, after };
}

/** The level to start with: each rejection in a row goes one step further down. */
function stepOf(
  { cause, overflows }: ContextView,
  strategy: Exclude<CompactionStrategy, "ask">,
): Pick<CompactOptions, "notes" | "from" | "small"> {
  const unaided = strategy === "clear" ? "none" : "list";
  if (cause !== "overflow") {
    return {
      notes: strategy === "summarize" ? "model" : unaided,
      from: strategy === "clear" ? 2 : 0,
      small: false,
    };
  }
  const step = Math.min(overflows, 6);
  const notes = strategy === "summarize" && step < 3 ? "model" : unaided;
  return { notes, from: Math.max(0, step - 1), small: step > 1 };
}

function oldResults(
  settings: CompactionSettings,
  { tokenBudget, groups }: { tokenBudget: CompactionBudget; groups: readonly MessageGroup[] },
) {
  const replies = groups.filter(({ kind }) => kind === "reply");
  const old = settings.keep.turns === 0 ? replies.slice(0, -1) : replies.slice(0, -settings.keep.turns);
  const wanted = tokenBudget.used / tokenBudget.scale - tokenBudget.fixed - tokenBudget.wanted;
  return shortenResults(old, { wanted, stays: settings.keep.tools, recall: tokenBudget.recall });
}

function noticesOf(
  tokenBudget: CompactionBudget,
  { hidden, shortened, failed, after }: Compacted,
  strategy: CompactionStrategy,
): readonly string[] {
  const how = strategy === "summarize" ? "summarized" : "hidden";
  const done = [
    ...(hidden > 0 ? [`${countOf(hidden, "message")} ${how}`] : []),
    ...(shortened > 0 ? [`${countOf(shortened, "result")} shortened`] : []),
  ].join(", ");
  const what = `${sharesOf(tokenBudget)} ${done === "" ? "The summary was shortened" : done}; about ${groupedNumber(after)} tokens are left.`;
  if (failed.length === 0) return [what];
  return [what, `The summary had trouble: ${failed.join(" ")}`];
}

function cannot(tokenBudget: CompactionBudget): ContextPlan {
  const { cause, fixed, most } = tokenBudget;
  if (cause === "asked") return { entries: [], notices: ["There is nothing to summarize yet."] };
  const why =
    fixed > most
      ? `the system prompt and the tools alone take ${groupedNumber(tokenBudget.real(fixed))} tokens; use fewer extensions`
      : "what is left is the last message and its results";
  return { entries: [], notices: [`The conversation cannot be made smaller: ${why}.`] };
}

function sharesOf({ view, used, cause }: CompactionBudget): string {
  if (cause === "overflow") return "The model rejected the request as too long.";
  const tokens = groupedNumber(used);
  return view.window === undefined
    ? `${tokens} tokens were used.`
    : `${tokens} of ${groupedNumber(view.window)} tokens were used.`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? " was" : "s were"}`;
}
