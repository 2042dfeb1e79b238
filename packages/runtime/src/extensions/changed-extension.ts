import type { Extension } from "@skein/protocol";

/** The same extension with `changes` applied. Dynamic properties are read from the original each time. */
export function changedExtension(inner: Extension, changes: Partial<Extension>): Extension {
  return {
    name: inner.name,
    ...(inner.description === undefined ? {} : { description: inner.description }),
    // An extension that starts late has no instructions yet.
    get instructions() {
      return inner.instructions ?? "";
    },
    tools: (signal) => inner.tools(signal),
    ...(inner.dynamicContext && { dynamicContext: (state) => inner.dynamicContext?.(state) ?? "" }),
    ...(inner.dynamicContextBytes === undefined ? {} : { dynamicContextBytes: inner.dynamicContextBytes }),
    get prompts() {
      return inner.prompts;
    },
    get resources() {
      return inner.resources;
    },
    get apps() {
      return inner.apps;
    },
    ...(inner.jobs ? { jobs: inner.jobs } : {}),
    ...(inner.onChange && { onChange: (listener) => inner.onChange?.(listener) ?? (() => undefined) }),
    status: () => inner.status(),
    ...(inner.onStatus && { onStatus: (listener) => inner.onStatus?.(listener) ?? (() => undefined) }),
    callTool: (name, input, context) => inner.callTool(name, input, context),
    ...(inner.precheckTool && {
      precheckTool: async (name, input, context) => inner.precheckTool?.(name, input, context),
    }),
    ...(inner.recoverTool && {
      recoverTool: async (name, input, context) => inner.recoverTool?.(name, input, context),
    }),
    close: () => inner.close(),
    ...changes,
  };
}
