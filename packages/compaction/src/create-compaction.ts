import type { Compaction, ContextPlan, ContextView } from "@skein/protocol";
import { compact, type Compacted, type CompactOptions } from "./compact.ts";
import { planBreaks } from "./laws.ts";
import { settingsOf, type CompactionOptions, type Settings, type StrategyName } from "./options.ts";
import { piecesOf, type Piece } from "./pieces.ts";
import { hardLimit, roomOf, type Room } from "./room.ts";
import { createSeenWindows } from "./seen-windows.ts";
import { elisionOf, shortenResults } from "./shorten-results.ts";
import { createRatios, usedTokens } from "./tokens/used.ts";

const nothing: ContextPlan = { entries: [] };

/**
 * Keeps conversations within their model's window. One for each agent: it learns how its models count.
 *
 * @throws ConfigError `usage` for a threshold or target that is no part of a window.
 */
export function createCompaction(options: CompactionOptions = {}): Compaction {
  const settings = settingsOf(options);
  const ratios = createRatios();
  const windows = createSeenWindows();
  const told = new Set<string>();

  const once = (about: string, notice: string): ContextPlan => {
    if (told.has(about)) return nothing;
    told.add(about);
    return { entries: [], notices: [notice] };
  };

  return {
    async plan(given, signal) {
      signal.throwIfAborted();
      ratios.learn(given);
      const name = `${given.model.provider}/${given.model.id}`;
      const used = usedTokens(given, ratios.of(given.model));
      windows.learn(given, used);
      const window = windows.windowOf(given);
      const view: ContextView = { ...given, window };
      if (view.cause !== "before-call") return planFor(settings, { view, used }, signal);
      if (window === undefined) {
        if (!told.has(`window ${name}`) && (await wasAskedBefore(view))) told.add(`window ${name}`);
        const way = "Set the context limit to have long conversations summarized in time.";
        return once(`window ${name}`, `The context window of ${name} is not known. ${way}`);
      }
      const output = view.request.options.maxOutputTokens ?? 0;
      const fits = Math.max(window * 0.5, window - output);
      const threshold = Math.min(window * settings.thresholdOf(view.model), fits);
      if (used <= threshold) {
        told.delete("ask");
        told.delete("full");
        return nothing;
      }
      if (settings.strategy === "ask" && used <= Math.min(window * hardLimit, fits)) {
        const share = Math.round((used / window) * 100);
        return once("ask", `${share} % of the context window is used. /compact makes room.`);
      }
      const plan = await planFor(settings, { view, used }, signal);
      if (plan.entries.length > 0) return plan;
      return once("full", plan.notices?.[0] ?? "The conversation cannot be made smaller.");
    },
  };
}

/** Then an earlier run of the session was looked at with this model, and what is to be told of it was told. */
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

async function planFor(settings: Settings, situation: Situation, signal: AbortSignal): Promise<ContextPlan> {
  const { strategy } = settings;
  const { view, used } = situation;
  if (typeof strategy === "string") {
    return namedPlan(
      settings,
      { ...situation, strategy: strategy === "ask" ? "summarize" : strategy },
      signal,
    );
  }
  const target = roomFor(settings, situation).target;
  const plan = (name: Exclude<StrategyName, "ask">) =>
    namedPlan(settings, { ...situation, strategy: name }, signal);
  try {
    const own = await strategy({ view, used, target, plan }, signal);
    const breaks = await planBreaks(view, own);
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

function roomFor(
  settings: Settings,
  { view, used }: Situation,
): { readonly room: Room; readonly target: number } {
  const window = view.window ?? used;
  const isBefore = view.cause === "before-call";
  const base = isBefore ? window : Math.min(window, used);
  const target = base * settings.target;
  const output = view.request.options.maxOutputTokens ?? 0;
  const fits = Math.max(window * 0.5, window - output);
  const limit = isBefore
    ? Math.max(target, Math.min(window * settings.thresholdOf(view.model), fits) * 0.9)
    : target;
  return { room: roomOf({ view, used, target, limit }), target };
}

async function namedPlan(
  settings: Settings,
  { strategy, ...situation }: Situation & { readonly strategy: Exclude<StrategyName, "ask"> },
  signal: AbortSignal,
): Promise<ContextPlan> {
  const { room } = roomFor(settings, situation);
  const { view } = room;
  const pieces = piecesOf(view);
  if (view.cause === "before-call" && strategy !== "clear") {
    const shortened = oldResults(settings, { room, pieces });
    const saved = shortened.reduce((sum, short) => sum + short.saved, 0);
    const wanted = room.used / room.scale - room.fixed - room.wanted;
    if (saved >= wanted && shortened.length > 0) {
      const notice = `${sharesOf(room)} ${countOf(shortened.length, "old result")} shortened.`;
      const after = Math.round(room.used - saved * room.scale);
      return { entries: elisionOf(shortened), notices: [notice], before: room.used, after };
    }
  }
  const compacted = await compact({ settings, room, pieces, ...stepOf(view, strategy) }, signal);
  if (!compacted) return cannot(room);
  const { changes: entries, after } = compacted;
  return { entries, notices: noticesOf(room, compacted, strategy), before: room.used, after };
}

/** Where to begin: with each refusal in a row a step further down. */
function stepOf(
  { cause, overflows }: ContextView,
  strategy: Exclude<StrategyName, "ask">,
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

function oldResults(settings: Settings, { room, pieces }: { room: Room; pieces: readonly Piece[] }) {
  const replies = pieces.filter(({ kind }) => kind === "reply");
  const old = settings.keep.turns === 0 ? replies.slice(0, -1) : replies.slice(0, -settings.keep.turns);
  const wanted = room.used / room.scale - room.fixed - room.wanted;
  return shortenResults(old, { wanted, stays: settings.keep.tools, recall: room.recall });
}

function noticesOf(
  room: Room,
  { hidden, shortened, failed, after }: Compacted,
  strategy: StrategyName,
): readonly string[] {
  const how = strategy === "summarize" ? "summarized" : "hidden";
  const done = [
    ...(hidden > 0 ? [`${countOf(hidden, "message")} ${how}`] : []),
    ...(shortened > 0 ? [`${countOf(shortened, "result")} shortened`] : []),
  ].join(", ");
  const what = `${sharesOf(room)} ${done === "" ? "The summary was shortened" : done}; about ${after.toLocaleString("en")} tokens are left.`;
  if (failed.length === 0) return [what];
  return [what, `The summary had trouble: ${failed.join(" ")}`];
}

function cannot(room: Room): ContextPlan {
  const { cause, fixed, most } = room;
  if (cause === "asked") return { entries: [], notices: ["There is nothing to summarize yet."] };
  const why =
    fixed > most
      ? `the system text and the tools alone take ${room.real(fixed).toLocaleString("en")} tokens; fewer extensions need fewer`
      : "what is left is the last message and its results";
  return { entries: [], notices: [`The conversation cannot be made smaller: ${why}.`] };
}

function sharesOf({ view, used, cause }: Room): string {
  if (cause === "overflow") return "The model refused the request for its length.";
  const tokens = used.toLocaleString("en");
  return view.window === undefined
    ? `${tokens} tokens were used.`
    : `${tokens} of ${view.window.toLocaleString("en")} tokens were used.`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? " was" : "s were"}`;
}
