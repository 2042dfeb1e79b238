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
import { extensionPrompts, type Prompt } from "./offers/define-prompt.ts";
import { extensionResources, type AuthoredResource } from "./offers/define-resource.ts";
import { sessionStates } from "./session-states.ts";

/** The state of the session that a call belongs to. */
export type StateOf<State> = (context: Pick<ToolContext, "session">) => State;

export interface ExtensionDefinition<State = undefined> {
  /** 1 to 64 letters, digits, `_` and `-`. */
  readonly name: string;
  readonly description?: string;
  /** How to use these tools well; becomes part of the system prompt. */
  readonly instructions?: string;
  /**
   * What the tools share within a session, such as a connection: created for the session's first call, and disposed
   * with the session or the extension (`Symbol.asyncDispose`, `Symbol.dispose`). What must survive a crash belongs in
   * `ToolContext.state`.
   */
  readonly state?: (session: string) => State;
  readonly tools?: readonly Tool[] | ((state: StateOf<State>) => readonly Tool[]);
  /**
   * Calls back whenever `tools`, a function then, returns other tools. Returns a function that ends it. Absent: they never
   * change. Each change of listed tools costs the prompt cache.
   */
  readonly watchTools?: (changed: () => void) => () => void;
  /** From `definePrompt`. */
  readonly prompts?: readonly Prompt[];
  /** From `defineResource`. */
  readonly resources?: readonly AuthoredResource[];
  /** Why it does not work although it has started; `undefined`: it works. */
  readonly status?: () => string | undefined;
  /** See `Extension.dynamicContext`. */
  readonly dynamicContext?: NonNullable<Extension["dynamicContext"]>;
  /** See `Extension.dynamicContextBytes`. */
  readonly dynamicContextBytes?: number;
  /** See `Extension.jobs`. */
  readonly jobs?: NonNullable<Extension["jobs"]>;
  /** Runs once, before the tools are first listed or called; again after it has failed. */
  readonly start?: (signal?: AbortSignal) => void | Promise<void>;
  /** Runs once, also when `start` has failed or never ran. */
  readonly close?: () => void | Promise<void>;
}

/**
 * Creates an extension from tools, prompts and resources.
 *
 * @throws ConfigError `usage` for an invalid name and for two tools or prompts with the same name. `tools()` throws
 *   ExtensionError: `start-failed` with the reason as its cause, `closed` after `close`.
 */
export function defineExtension<State = undefined>(definition: ExtensionDefinition<State>): Extension {
  const { name, description, instructions, dynamicContext, dynamicContextBytes } = definition;
  requireName("extension", name);
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
        await states.endAll();
      } finally {
        await definition.close?.();
      }
    },
  });

  let broken: string | undefined;

  /** Those before, while what they have changed to cannot be used. */
  function toolsNow(): readonly Tool[] {
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
    const problem = current.state === "ready" ? (broken ?? definition.status?.()) : undefined;
    return problem === undefined ? current : { state: "degraded", message: problem };
  }

  /** @returns the reason why nothing can be called. */
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
    async callTool(tool: string, input: JsonValue, context: ToolContext) {
      return (await notReady(context.signal)) ?? callToolOf(toolsNow(), tool, input, context);
    },
    async precheckTool(tool, input, context) {
      return (await notReady(context.signal)) ? undefined : precheckToolOf(toolsNow(), tool, input, context);
    },
    async recoverTool(tool, input, context) {
      return (await notReady(context.signal)) ? undefined : recoverToolOf(toolsNow(), tool, input, context);
    },
    ...(definition.state ? { endSession: (session: string) => states.end(session) } : {}),
    close: () => life.close(),
  };
}

function toolsOf<State>(
  { name, tools = [] }: ExtensionDefinition<State>,
  state: StateOf<State>,
): readonly Tool[] {
  const made = typeof tools === "function" ? tools(state) : tools;
  const twice = made.find((tool, index) => made.findIndex((other) => other.name === tool.name) !== index);
  if (twice) throw new ConfigError("usage", `The extension "${name}" has two tools named "${twice.name}".`);
  return made;
}
