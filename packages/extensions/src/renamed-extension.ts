import { fitOutcome } from "@skein/extension-kit";
import type { Extension, JsonValue, Tool, ToolContext, ToolOutcome } from "@skein/protocol";

/**
 * An extension under other tool names, sorted, whose results are fitted to the model's context window.
 *
 * @param tools - what it offers now, by their new names.
 */
export function renamedExtension(
  inner: Extension,
  tools: () => ReadonlyMap<string, Tool>,
  {
    nameOf,
    ...lifecycle
  }: Pick<Extension, "tools" | "onChange" | "close"> & {
    /** The name of any tool of it, also of one that it does not offer. */
    readonly nameOf: (original: string) => string;
  },
): Extension {
  const originalOf = (name: string) => tools().get(name)?.name;
  const named = (tool: Tool | undefined) => tool && renamedTool(tool, nameOf(tool.name));
  return {
    name: inner.name,
    ...(inner.description === undefined ? {} : { description: inner.description }),
    // One that starts late has none yet.
    get instructions() {
      return inner.instructions ?? "";
    },
    ...(inner.dynamicContext && {
      dynamicContext: (state: JsonValue | undefined) => inner.dynamicContext?.(state) ?? "",
    }),
    ...(inner.dynamicContextBytes === undefined ? {} : { dynamicContextBytes: inner.dynamicContextBytes }),
    ...(inner.jobs ? { jobs: inner.jobs } : {}),
    get prompts() {
      return inner.prompts;
    },
    get resources() {
      return inner.resources;
    },
    get apps() {
      const { apps } = inner;
      return apps && { ...apps, tool: (name: string) => named(apps.tool(name)) };
    },
    ...lifecycle,
    status: () => inner.status(),
    ...(inner.onStatus && { onStatus: (listener) => inner.onStatus?.(listener) ?? (() => undefined) }),
    async callTool(name: string, input: JsonValue, context: ToolContext): Promise<ToolOutcome> {
      const original = originalOf(name);
      if (original === undefined) return { kind: "unknown-tool", available: [...tools().keys()] };
      return fitOutcome(await inner.callTool(original, input, context), context);
    },
    async precheckTool(name, input, context) {
      const original = originalOf(name);
      return original === undefined ? undefined : inner.precheckTool?.(original, input, context);
    },
    async recoverTool(name, input, context) {
      const original = originalOf(name);
      if (original === undefined) return undefined;
      const outcome = await inner.recoverTool?.(original, input, context);
      return outcome && fitOutcome(outcome, context);
    },
  };
}

/** The same tool under another name; `inputSchema` stays lazy. */
export function renamedTool(tool: Tool, name: string): Tool {
  if (tool.name === name) return tool;
  return {
    name,
    description: tool.description,
    get inputSchema() {
      return tool.inputSchema;
    },
    effect: tool.effect,
    ...(tool.claims === undefined ? {} : { claims: tool.claims }),
    ...(tool.startsAgents ? { startsAgents: true } : {}),
    ...(tool.proposesPlan ? { proposesPlan: tool.proposesPlan } : {}),
    ...(tool.asksUser ? { asksUser: true } : {}),
    ...(tool.isFrontend ? { isFrontend: true } : {}),
    ...(tool.asksModel ? { asksModel: true } : {}),
    repeat: tool.repeat,
    ...(tool.canBeLeftOut ? { canBeLeftOut: true } : {}),
    ...(tool.timeoutMs === undefined ? {} : { timeoutMs: tool.timeoutMs }),
    check: (input) => tool.check(input),
    call: (value, context) => tool.call(value, context),
    ...(tool.resources && { resources: (input, cwd) => tool.resources?.(input, cwd) ?? [] }),
    ...(tool.precheck && {
      precheck: async (value, context) => tool.precheck?.(value, context),
    }),
    ...(tool.prechecksAs === undefined ? {} : { prechecksAs: tool.prechecksAs }),
    ...(tool.recover && {
      recover: (value, context) => tool.recover?.(value, context) ?? Promise.resolve(undefined),
    }),
  };
}
