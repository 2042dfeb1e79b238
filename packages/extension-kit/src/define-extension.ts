// Extensions from parts. The agent sees one interface, `Extension`, whether a
// server, a program or an object like this one is behind it; this module adds
// what every extension needs: a start that can fail and be tried again, state
// for each session, and a close that happens once.

import {
  callToolOf,
  ConfigError,
  messageOf,
  precheckToolOf,
  recoverToolOf,
  type Extension,
  type ExtensionStatus,
  type JsonValue,
  type Tool,
  type ToolContext,
  type ToolFailure,
} from "@skein/protocol";
import { createLifecycle } from "./lifecycle.ts";
import { requireName } from "./names.ts";
import { extensionPrompts, type DefinedPrompt } from "./offers/define-prompt.ts";
import { extensionResources, type AuthoredResource } from "./offers/define-resource.ts";
import { sessionStates } from "./session-states.ts";

/**
 * Returns the state of the session that a call belongs to.
 *
 * @example
 * ```ts
 * const countOf = (stateOf: StateOf<Map<string, number>>, context: ToolContext, word: string) =>
 *   stateOf(context).get(word) ?? 0;
 * ```
 */
export type StateOf<State> = (context: Pick<ToolContext, "session">) => State;

/**
 * Parts of an extension. `State` is the type of what its tools share within a
 * session.
 *
 * Order of calls: `start` once, then `tools` when they are listed or called;
 * `state` at the first call of each session; at the end each state is disposed,
 * and then `close` runs. `status` and `dynamicContext` may be called at any
 * time in between.
 *
 * @example
 * ```ts
 * const definition: ExtensionDefinition<Map<string, number>> = {
 *   name: "counters",
 *   state: () => new Map(),
 *   tools: (stateOf) => [
 *     defineTool({
 *       name: "count",
 *       description: "Count how often a word was counted.",
 *       effect: "reads",
 *       input: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
 *       run({ word }, context) {
 *         const counts = stateOf(context);
 *         counts.set(String(word), (counts.get(String(word)) ?? 0) + 1);
 *         return `${counts.get(String(word))}`;
 *       },
 *     }),
 *   ],
 * };
 * ```
 */
export interface ExtensionDefinition<State = undefined> {
  /** Name: 1 to 64 letters, digits, `_` and `-`. */
  readonly name: string;
  /** Purpose, for people. */
  readonly description?: string;
  /**
   * How to use these tools well. Becomes part of the system prompt, so keep it
   * short and free of dates.
   */
  readonly instructions?: string;
  /**
   * Creates what the tools share within a session, such as a connection: for
   * the session's first call.
   *
   * It is disposed with the session or the extension (`Symbol.asyncDispose`,
   * `Symbol.dispose`). State that must survive a crash belongs in
   * `ToolContext.state`.
   */
  readonly state?: (session: string) => State;
  /**
   * Tools, or a function that creates them with access to the state. Default:
   * none.
   */
  readonly tools?: readonly Tool[] | ((state: StateOf<State>) => readonly Tool[]);
  /**
   * Calls `changed` whenever `tools`, a function then, returns other tools.
   * Returns a function that ends it. Absent: they never change. Each change of
   * listed tools costs the prompt cache.
   */
  readonly watchTools?: (changed: () => void) => () => void;
  /** Prompts from `definePrompt`. Default: none. */
  readonly prompts?: readonly DefinedPrompt[];
  /** Resources from `defineResource`. Default: none. */
  readonly resources?: readonly AuthoredResource[];
  /**
   * Returns why the extension does not work although it has started.
   * `undefined`: it works. Default: it always works.
   */
  readonly status?: () => string | undefined;
  /** Text for the model that can change: see `Extension.dynamicContext`. */
  readonly dynamicContext?: NonNullable<Extension["dynamicContext"]>;
  /**
   * Longest dynamic context in UTF-8 bytes: see
   * `Extension.dynamicContextBytes`. Default: 4,096.
   */
  readonly dynamicContextBytes?: number;
  /** Commands in the background: see `Extension.jobs`. */
  readonly jobs?: NonNullable<Extension["jobs"]>;
  /**
   * Runs once, before the tools are first listed or called. Runs again after it
   * has failed.
   */
  readonly start?: (signal?: AbortSignal) => void | Promise<void>;
  /** Runs once, also if `start` has failed or never ran. */
  readonly close?: () => void | Promise<void>;
}

/**
 * Creates an extension from tools, prompts and resources.
 *
 * Nothing runs here: `start` runs when the tools are first listed or called, so
 * that an extension that is never used costs nothing.
 *
 * @param definition - parts of the extension. A name is enough.
 * @returns an extension that has not started.
 * @throws ConfigError `usage` for an invalid name and for two tools or prompts
 *   with the same name. `tools()` throws ExtensionError: `start-failed` with
 *   the reason as its cause, `closed` after `close`.
 *
 * @example
 * ```ts
 * const clock = defineExtension({
 *   name: "clock",
 *   instructions: "Use `now` before you answer questions about the time.",
 *   tools: [
 *     defineTool({
 *       name: "now",
 *       description: "Get the current time.",
 *       effect: "reads",
 *       input: { type: "object", properties: {} },
 *       run: () => new Date().toISOString(),
 *     }),
 *   ],
 * });
 * ```
 */
export function defineExtension<State = undefined>(definition: ExtensionDefinition<State>): Extension {
  const { name, description, instructions, dynamicContext, dynamicContextBytes } = definition;
  requireName("extension", name);
  // Created on the first call of a session, not when the extension is defined.
  const states = sessionStates((session) => definition.state?.(session) as State);
  const stateOf: StateOf<State> = ({ session }) => states.of(session);
  let tools = toolsOf(definition, stateOf);
  const { watchTools } = definition;
  const prompts = extensionPrompts(definition.prompts ?? []);
  const resources = extensionResources(definition.resources ?? []);
  const life = createLifecycle(name, {
    start: definition.start,
    async close() {
      try {
        // States may use what `close` releases, so they end first.
        await states.endAll();
      } finally {
        await definition.close?.();
      }
    },
  });

  // Problem with the tools that `watchTools` has announced.
  let broken: string | undefined;

  /** Returns the current tools, or the last valid ones if a change cannot be used. */
  function toolsNow(): readonly Tool[] {
    // Tools that never change were checked once, above.
    if (!watchTools) return tools;
    broken = undefined;
    try {
      tools = toolsOf(definition, stateOf);
    } catch (error) {
      broken = messageOf(error);
    }
    return tools;
  }

  function status(): ExtensionStatus {
    const current = life.status();
    // A problem of a running extension does not prevent calls: the tools report
    // it themselves.
    const problem = current.state === "ready" ? (broken ?? definition.status?.()) : undefined;
    return problem === undefined ? current : { state: "degraded", message: problem };
  }

  /**
   * Waits for the start. An extension that cannot start answers calls with a
   * failure instead of throwing.
   *
   * @returns the reason why nothing can be called, or undefined.
   */
  async function notReady(signal: AbortSignal): Promise<ToolFailure | undefined> {
    try {
      await life.ready(signal);
      return undefined;
    } catch (error) {
      return { kind: "failed", message: messageOf(error) };
    }
  }

  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(dynamicContext === undefined ? {} : { dynamicContext }),
    ...(dynamicContextBytes === undefined ? {} : { dynamicContextBytes }),
    ...(definition.jobs ? { jobs: definition.jobs } : {}),
    ...(prompts ? { prompts } : {}),
    ...(resources ? { resources } : {}),
    ...(watchTools ? { onChange: (listener: () => void) => watchTools(listener) } : {}),
    async tools(signal) {
      await life.ready(signal);
      return toolsNow();
    },
    status,
    // Never throws: an extension that does not work is a failure that the model
    // reads.
    async callTool(tool: string, input: JsonValue, context: ToolContext) {
      return (await notReady(context.signal)) ?? callToolOf(toolsNow(), tool, input, context);
    },
    // A precheck is optional, so an extension that does not work has nothing to
    // report.
    async precheckTool(tool, input, context) {
      return (await notReady(context.signal)) ? undefined : precheckToolOf(toolsNow(), tool, input, context);
    },
    // An extension that does not work cannot know the outcome.
    async recoverTool(tool, input, context) {
      return (await notReady(context.signal)) ? undefined : recoverToolOf(toolsNow(), tool, input, context);
    },
    ...(definition.state ? { endSession: (session: string) => states.end(session) } : {}),
    close: () => life.close(),
  };
}

/** Creates the tools, and refuses two with the same name. */
function toolsOf<State>(
  { name, tools = [] }: ExtensionDefinition<State>,
  state: StateOf<State>,
): readonly Tool[] {
  const made = typeof tools === "function" ? tools(state) : tools;
  const twice = made.find((tool, index) => made.findIndex((other) => other.name === tool.name) !== index);
  if (twice) throw new ConfigError("usage", `The extension "${name}" has two tools named "${twice.name}".`);
  return made;
}
