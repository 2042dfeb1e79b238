import type { HookEffect, HookEvent, JsonValue, RunHooks, Verdict } from "@skein/protocol";
import { eventVariables } from "./event-variables.ts";
import { eventNameOf, eventNamesOf, type HookEventName } from "./hook-events.ts";
import { hookInput, kindsOf, type HookSession } from "./hook-input.ts";
import { hookTitle, type Hook } from "./hook.ts";
import { runHook, type HookCall, type HookRun, type HookRunner } from "./running/run-hook.ts";
import { hookTool, isFailedResult, type HookTool } from "./tool-names.ts";

export interface HooksOptions extends HookRunner {
  readonly hooks: readonly Hook[];
  readonly session: HookSession;
  /** Is told of each hook that was run. Default: no one is. */
  readonly onRun?: (call: HookCall, run: HookRun) => void;
}

/**
 * Runs the hooks that match an event one after the other, in the order of the list: each sees the input as those before
 * it left it, and the first that denies ends the row. The strictest verdict counts.
 */
export function createHooks({ hooks, session, onRun, ...runner }: HooksOptions): RunHooks {
  const isSubagent = session.subagent !== undefined;
  return {
    has: (type) => {
      const names = eventNamesOf(type, isSubagent);
      return hooks.some(({ event }) => names.includes(event));
    },
    async run(happened, signal) {
      const event = withFailure(happened);
      const name = eventNameOf(event, isSubagent);
      if (name === undefined) return {};
      const tool = "request" in event ? hookTool(event.request) : undefined;
      const matching = hooksFor(hooks, name, tool?.names ?? kindsOf(event, session));
      let effect: HookEffect = {};
      for (const hook of matching) {
        const input = hookInput(event, name, session, tool && withInput(tool, effect.input));
        const call = { hook, input, environment: eventVariables(hook, name, session) };
        const run = await runHook(call, runner, signal);
        onRun?.(call, run);
        effect = merged(
          effect,
          "failure" in run ? failed(hook, run.failure) : ownWords(hook, run.effect, tool),
        );
        if (effect.verdict === "deny" || effect.endRun !== undefined || effect.reply !== undefined) break;
      }
      return effect;
    },
  };
}

/**
 * Each once, as often as it was declared alike.
 *
 * @param names - what matchers are compared with; for events without any, matchers say nothing.
 */
function hooksFor(hooks: readonly Hook[], event: HookEventName, names: readonly string[]): readonly Hook[] {
  const isMeant = ({ matcher }: Hook) => names.length === 0 || matcher.matches(names);
  const found = hooks.filter((hook) => hook.event === event && isMeant(hook));
  const seen = new Set<string>();
  return found.filter((hook) => {
    if (hook.action.type === "function") return true;
    const { matcher: _, origin: __, ...same } = hook;
    const key = JSON.stringify(same);
    return seen.has(key) ? false : seen.add(key);
  });
}

function withFailure(event: HookEvent): HookEvent {
  if (event.type !== "after-tool" || event.isFailure) return event;
  return { ...event, isFailure: isFailedResult(event.request, event.result) };
}

/** @param input - with our names, as the hooks before left it. */
function withInput(tool: HookTool, input: JsonValue | undefined): HookTool {
  return input === undefined ? tool : { ...tool, input: tool.theirInput(input) };
}

function ownWords(hook: Hook, effect: HookEffect, tool: HookTool | undefined): HookEffect {
  const title = hookTitle(hook);
  return {
    ...effect,
    ...(effect.verdict || effect.reply !== undefined ? { by: title } : {}),
    ...(effect.input === undefined || !tool ? {} : { input: tool.ownInput(effect.input), by: title }),
    ...(effect.notices ? { notices: effect.notices.map((text) => `${title}: ${text}`) } : {}),
  };
}

/** Fails closed where something can be refused. */
function failed(hook: Hook, why: string): HookEffect {
  const notice = `The ${hookTitle(hook)} (${hook.event}) failed. ${why}`;
  if (hook.onFailure !== "deny") return { notices: [notice] };
  return { verdict: "deny", by: hookTitle(hook), reason: notice, notices: [notice] };
}

const strictness: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };

function merged(before: HookEffect, after: HookEffect): HookEffect {
  const isStricter =
    after.verdict !== undefined &&
    (before.verdict === undefined || strictness[after.verdict] > strictness[before.verdict]);
  const ruling = isStricter ? after : before;
  const input = after.input ?? before.input;
  const context = joined(before.context, after.context);
  const continueWith = joined(before.continueWith, after.continueWith);
  const endRun = before.endRun ?? after.endRun;
  const by = ruling.by ?? after.by ?? before.by;
  const notices = [...(before.notices ?? []), ...(after.notices ?? [])];
  return {
    ...(ruling.verdict === undefined ? {} : { verdict: ruling.verdict }),
    ...(ruling.reason === undefined ? {} : { reason: ruling.reason }),
    ...(by === undefined ? {} : { by }),
    ...(input === undefined ? {} : { input }),
    ...(after.reply === undefined ? {} : { reply: after.reply }),
    ...(context === undefined ? {} : { context }),
    ...(continueWith === undefined ? {} : { continueWith }),
    ...(endRun === undefined ? {} : { endRun }),
    ...(notices.length === 0 ? {} : { notices }),
  };
}

function joined(before: string | undefined, after: string | undefined): string | undefined {
  return before === undefined || after === undefined ? (before ?? after) : `${before}\n${after}`;
}
