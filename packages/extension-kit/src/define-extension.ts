import {
  callToolOf,
  ConfigError,
  ExtensionError,
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
import { requireName } from "./names.ts";

export interface ExtensionDefinition {
  /** 1 to 64 letters, digits, `_` and `-`. */
  readonly name: string;
  readonly description?: string;
  /** How to use these tools well; becomes part of the system prompt. */
  readonly instructions?: string;
  readonly tools: readonly Tool[];
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
 * Creates an extension from a list of tools.
 *
 * @throws ConfigError `usage` for an invalid name and for two tools with the same name. `tools()` throws
 *   ExtensionError: `start-failed` with the reason as its cause, `closed` after `close`.
 */
export function defineExtension(definition: ExtensionDefinition): Extension {
  const { name, description, instructions, tools, dynamicContext, dynamicContextBytes } = definition;
  requireName("extension", name);
  const twice = tools.find((tool, index) => tools.findIndex((other) => other.name === tool.name) !== index);
  if (twice) throw new ConfigError("usage", `The extension "${name}" has two tools named "${twice.name}".`);

  let status: ExtensionStatus = { state: definition.start ? "configured" : "ready" };
  let starting: Promise<void> | undefined;
  let closing: Promise<void> | undefined;

  async function start(signal?: AbortSignal): Promise<void> {
    status = { state: "starting" };
    try {
      signal?.throwIfAborted();
      await definition.start?.(signal);
      if (!closing) status = { state: "ready" };
    } catch (error) {
      if (!closing) status = { state: "degraded", message: messageOf(error) };
      throw new ExtensionError(
        "start-failed",
        `The extension "${name}" could not start: ${messageOf(error)}`,
        {
          cause: error,
        },
      );
    }
  }

  async function ready(signal?: AbortSignal): Promise<void> {
    if (!closing && status.state !== "ready") {
      starting ??= start(signal).catch((error: unknown) => {
        starting = undefined;
        throw error;
      });
      await starting;
    }
    if (closing) throw new ExtensionError("closed", `The extension "${name}" is closed.`);
  }

  /** @returns the reason why nothing can be called. */
  async function notReady(signal: AbortSignal): Promise<ToolFailure | undefined> {
    try {
      await ready(signal);
      return undefined;
    } catch (error) {
      return { kind: "failed", message: messageOf(error) };
    }
  }

  async function close(): Promise<void> {
    await definition.close?.();
  }

  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(dynamicContext === undefined ? {} : { dynamicContext }),
    ...(dynamicContextBytes === undefined ? {} : { dynamicContextBytes }),
    ...(definition.jobs ? { jobs: definition.jobs } : {}),
    async tools(signal) {
      await ready(signal);
      return tools;
    },
    status: () => status,
    async callTool(tool: string, input: JsonValue, context: ToolContext) {
      return (await notReady(context.signal)) ?? callToolOf(tools, tool, input, context);
    },
    async precheckTool(tool, input, context) {
      return (await notReady(context.signal)) ? undefined : precheckToolOf(tools, tool, input, context);
    },
    async recoverTool(tool, input, context) {
      return (await notReady(context.signal)) ? undefined : recoverToolOf(tools, tool, input, context);
    },
    close() {
      status = { state: "stopped" };
      return (closing ??= close());
    },
  };
}
