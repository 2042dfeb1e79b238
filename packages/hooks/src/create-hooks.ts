import type { HookEffect, JsonValue, RunHooks, Verdict } from "@skein/protocol";
import { eventNameOf, eventNamesOf, type HookEventName } from "./hook-events.ts";
import { hookInput, kindsOf, type HookSession } from "./hook-input.ts";
import { hookTitle, type Hook } from "./hook.ts";
import { runHook, type HookRunner } from "./run-hook.ts";
import { hookTool, type HookTool } from "./tool-names.ts";

export interface HooksOptions extends HookRunner {
  readonly hooks: readonly Hook[];
  readonly session: HookSession;
}

/**
 * Runs the hooks that match an event one after the other, in the order of the list: each sees the input as those before
 * it left it, and the first that denies ends the row. The strictest verdict counts.
 */
export function createHooks({ hooks, session, ...runner }: HooksOptions): RunHooks {
  const isSubagent = session.subagent !== undefined;
  return {
    has: (type) => {
      const names = eventNamesOf(type, isSubagent);
      return hooks.some(({ event }) => names.includes(event));
    },
    async run(event, signal) {
      const name = eventNameOf(event, isSubagent);
      if (name === undefined) return {};
      const tool = "request" in event ? hookTool(event.request) : undefined;
      const matching = hooksFor(hooks, name, tool?.names ?? kindsOf(event, session));
      let effect: HookEffect = {};
      for (const hook of matching) {
        const input = hookInput(event, name, session, tool && withInput(tool, effect.input));
        const run = await runHook(hook, input, runner, signal);
        effect = merged(
          effect,
          "failure" in run ? failed(hook, run.failure) : ownWords(hook, run.effect, tool),
        );
        if (effect.verdict === "deny" || effect.endRun !== undefined) break;
      }
      return effect;
    },
  };
}

/** Each once, as often as it was declared. */
function hooksFor(hooks: readonly Hook[], event: HookEventName, names: readonly string[]): readonly Hook[] {
  const found = hooks.filter((hook) => hook.event === event && hook.matcher.matches(names));
  const seen = new Set<string>();
  return found.filter((hook) => {
    if (hook.action.type === "function") return true;
    const key = JSON.stringify(hook.action);
    return seen.has(key) ? false : seen.add(key);
  });
}

/** @param input - with our names, as the hooks before left it. */
function withInput(tool: HookTool, input: JsonValue | undefined): HookTool {
  return input === undefined ? tool : { ...tool, input: tool.theirInput(input) };
}

function ownWords(hook: Hook, effect: HookEffect, tool: HookTool | undefined): HookEffect {
  const title = hookTitle(hook);
  return {
    ...effect,
    ...(effect.verdict ? { by: title } : {}),
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
    ...(context === undefined ? {} : { context }),
    ...(continueWith === undefined ? {} : { continueWith }),
    ...(endRun === undefined ? {} : { endRun }),
    ...(notices.length === 0 ? {} : { notices }),
  };
}

function joined(before: string | undefined, after: string | undefined): string | undefined {
  return before === undefined || after === undefined ? (before ?? after) : `${before}\n${after}`;
}
