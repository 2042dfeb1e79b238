import type { Extension, ExtensionStatus } from "@skein/protocol";

/** An extension that can be switched on and off while it is mounted. Off, it offers nothing and is not started. */
export interface SwitchableExtension extends Extension {
  isOn(): boolean;
  /** Starts it first when it is switched on. Rejects with `ExtensionError`, and it stays as it was. */
  switch(isOn: boolean, signal: AbortSignal): Promise<void>;
  /** What is known of its tools without starting it. Never rejects. */
  known(): Promise<readonly KnownTool[]>;
}

interface KnownTool {
  readonly name: string;
  readonly description: string;
}

export interface SwitchOptions {
  readonly isOn: boolean;
  readonly known: () => Promise<readonly KnownTool[]>;
}

export function switchableExtension(
  inner: Extension,
  { isOn: isOnAtFirst, known }: SwitchOptions,
): SwitchableExtension {
  let isOn = isOnAtFirst;
  const listeners = new Set<() => void>();
  inner.onChange?.(() => {
    if (isOn) tell();
  });

  function tell(): void {
    for (const listener of listeners) listener();
  }

  return {
    name: inner.name,
    ...(inner.description === undefined ? {} : { description: inner.description }),
    get instructions() {
      return isOn ? (inner.instructions ?? "") : "";
    },
    get prompts() {
      return isOn ? inner.prompts : undefined;
    },
    get resources() {
      return isOn ? inner.resources : undefined;
    },
    get apps() {
      return isOn ? inner.apps : undefined;
    },
    tools: async (signal) => (isOn ? inner.tools(signal) : []),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    status: (): ExtensionStatus => (isOn ? inner.status() : { state: "configured" }),
    ...(inner.onStatus && { onStatus: (listener) => inner.onStatus?.(listener) ?? (() => undefined) }),
    callTool: async (name, input, context) =>
      isOn ? inner.callTool(name, input, context) : { kind: "unknown-tool", available: [] },
    recoverTool: async (name, input, context) =>
      isOn ? inner.recoverTool?.(name, input, context) : undefined,
    close: () => inner.close(),
    isOn: () => isOn,
    async switch(next, signal) {
      if (next === isOn) return;
      if (next) await inner.tools(signal);
      isOn = next;
      tell();
    },
    async known() {
      if (!isOn) return known();
      return (await inner.tools()).map(({ name, description }) => ({ name, description }));
    },
  };
}
