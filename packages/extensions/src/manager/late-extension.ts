import type { Extension, ExtensionStatus } from "@skein/protocol";

/** An extension that is made when its tools are first asked for. Until then it has nothing, and is `configured`. */
export function lateExtension(name: string, make: () => Promise<Extension>): Extension {
  const onChange = new Set<() => void>();
  const onStatus = new Set<(status: ExtensionStatus) => void>();
  let making: Promise<Extension> | undefined;
  let made: Extension | undefined;

  async function makeOnce(): Promise<Extension> {
    const extension = await make();
    for (const listener of onChange) extension.onChange?.(listener);
    for (const listener of onStatus) extension.onStatus?.(listener);
    return (made = extension);
  }

  /** What could not be made is tried again. */
  function opened(): Promise<Extension> {
    making ??= makeOnce().catch((error: unknown) => {
      making = undefined;
      throw error;
    });
    return making;
  }

  return {
    name,
    get instructions() {
      return made?.instructions ?? "";
    },
    get prompts() {
      return made?.prompts;
    },
    get resources() {
      return made?.resources;
    },
    get apps() {
      return made?.apps;
    },
    tools: async (signal) => (await opened()).tools(signal),
    onChange(listener) {
      onChange.add(listener);
      const stop = made?.onChange?.(listener);
      return () => {
        onChange.delete(listener);
        stop?.();
      };
    },
    status: () => made?.status() ?? { state: "configured" },
    onStatus(listener) {
      onStatus.add(listener);
      const stop = made?.onStatus?.(listener);
      return () => {
        onStatus.delete(listener);
        stop?.();
      };
    },
    callTool: async (tool, input, context) =>
      made ? made.callTool(tool, input, context) : { kind: "unknown-tool", available: [] },
    recoverTool: async (tool, input, context) => made?.recoverTool?.(tool, input, context),
    async close() {
      const extension = await making?.catch(() => undefined);
      await extension?.close();
    },
  };
}
