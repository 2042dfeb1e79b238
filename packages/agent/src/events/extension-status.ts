import type { Extension } from "@skein/protocol";
import type { Emit } from "./emit.ts";

/**
 * Emits the status of each extension that starts servers, now and with each change until it is disposed of. A change of its
 * prompts or resources is told as the status that it has.
 */
export function emitExtensionStatus(extensions: readonly Extension[], emit: Emit): Disposable {
  const stops = extensions.map((extension) => {
    if (!extension.onStatus) return undefined;
    const { name } = extension;
    const tell = (status = extension.status()) => emit({ type: "extension-status", extension: name, status });
    tell();
    return [
      extension.onStatus(tell),
      extension.prompts?.onChange?.(() => tell()),
      extension.resources?.onChange?.(() => tell()),
    ];
  });
  return {
    [Symbol.dispose]() {
      for (const stop of stops.flat()) stop?.();
    },
  };
}
