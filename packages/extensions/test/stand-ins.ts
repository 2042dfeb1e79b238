import { defineTool } from "@skein/extension-kit";
import type { Extension, Tool, ToolContext } from "@skein/protocol";
import { callToolOf, recoverToolOf } from "@skein/protocol";

export function tool(name: string, says = name): Tool {
  const made = defineTool({
    name: "t",
    description: `says ${says}`,
    effect: "reads",
    input: { type: "object" },
    run: () => says,
    recover: () => Promise.resolve(`again ${says}`),
    resources: () => [says],
  });
  // Names as a stranger's server may give them, which defineTool refuses.
  return Object.defineProperty(made, "name", { value: name });
}

export interface StandIn extends Extension {
  /** Makes it offer other tools. */
  change(tools: readonly Tool[]): void;
}

export function standIn(
  name: string,
  first: readonly Tool[],
  parts: {
    readonly start?: (signal?: AbortSignal) => Promise<void>;
    readonly close?: () => Promise<void>;
  } = {},
): StandIn {
  let tools = first;
  const listeners = new Set<() => void>();
  return {
    name,
    async tools(signal) {
      await parts.start?.(signal);
      return tools;
    },
    status: () => ({ state: "ready" }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    callTool: (called, input, context) => callToolOf(tools, called, input, context),
    recoverTool: (called, input, context) => recoverToolOf(tools, called, input, context),
    close: parts.close ?? (() => Promise.resolve()),
    change(others) {
      tools = others;
      for (const listener of listeners) listener();
    },
  };
}

export const never = (): Promise<void> => new Promise(() => {});

export const context: ToolContext = {
  session: "s",
  callId: "c",
  cwd: "/",
  signal: new AbortController().signal,
  progress: () => {},
  callFolder: undefined,
};
