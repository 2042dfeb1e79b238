import {
  callToolOf,
  escapeName,
  type BuiltinExtensionName,
  type Extension,
  type Tool,
} from "@skein/protocol";
import { prompts } from "./prompts.ts";
import { listTool, promptTool, readTool } from "./resource-tools.ts";
import { manageExtensionTool, searchExtensionsTool } from "./switch-tools.ts";
import type { SwitchableExtension } from "./switchable-extension.ts";

export const extensionManagerName = "extensions" satisfies BuiltinExtensionName;

export interface ExtensionManagerParts {
  /** Those whose resources and prompts the model may use. */
  readonly extensions: readonly Extension[];
  /** Those that it may switch on and off. */
  readonly switches: readonly SwitchableExtension[];
}

/** From this many on, extensions can be searched and switched off, also when all are on. */
const many = 5;

/** Resources that are remembered as changed. */
const mostChanged = 20;

/**
 * The model's own tools for extensions. Each is only there when an extension has what it is for. Resources that were read are
 * subscribed to, where that is possible, and the model is told when they have changed.
 */
export function extensionManager({ extensions, switches }: ExtensionManagerParts): Extension {
  /** Changed since it was read, by extension and address. */
  const changed = new Set<string>();
  const followed = new Map<string, () => void>();

  /** What one that has not started may have is not known. */
  const known = () => extensions.filter((one) => ["ready", "cached"].includes(one.status().state));

  function onRead(extension: Extension, uri: string): void {
    const key = `${extension.name}: ${escapeName(uri)}`;
    changed.delete(key);
    if (followed.has(key) || followed.size >= mostChanged) return;
    followed.set(key, () => undefined);
    extension.resources
      ?.subscribe?.(uri, () => changed.add(key))
      .then((stop) => followed.set(key, stop))
      .catch(() => undefined); // it is not told then
  }

  const [list, read, prompt] = [listTool(known), readTool(known, onRead), promptTool(known)];
  // Whatever is switched later: what is enabled can be disabled again.
  const canSwitch = switches.length >= many || switches.some((one) => !one.isOn());
  const ofSwitches = [searchExtensionsTool(switches), manageExtensionTool(switches)];

  function tools(): readonly Tool[] {
    const offering = known();
    const [hasResources, hasPrompts] = [
      offering.some((one) => one.resources),
      offering.some((one) => one.prompts),
    ];
    return [
      ...(hasResources || hasPrompts ? [list] : []),
      ...(hasResources ? [read] : []),
      ...(hasPrompts ? [prompt] : []),
      ...(canSwitch ? ofSwitches : []),
    ];
  }

  return {
    name: extensionManagerName,
    tools: () => Promise.resolve(tools()),
    dynamicContext: () => (changed.size === 0 ? "" : [prompts.stale, ...changed].join("\n")),
    onChange(listener) {
      const stops = extensions.flatMap((one) => [one.onChange?.(listener), one.onStatus?.(listener)]);
      return () => {
        for (const stop of stops) stop?.();
      };
    },
    status: () => ({ state: "ready" }),
    callTool: (name, input, context) => callToolOf(tools(), name, input, context),
    close() {
      for (const stop of followed.values()) stop();
      followed.clear();
      return Promise.resolve();
    },
  };
}
