import type { Extension } from "@skein/protocol";
import type { Emit } from "./emit.ts";

/** Emits the status of each extension that starts servers, now and with each change until it is disposed of. */
export function emitExtensionStatus(extensions: readonly Extension[], emit: Emit): Disposable {
  const stops = extensions.map((extension) => {
    if (!extension.onStatus) return undefined;
    const { name } = extension;
    emit({ type: "extension-status", extension: name, status: extension.status() });
    return extension.onStatus((status) => emit({ type: "extension-status", extension: name, status }));
  });
  return {
    [Symbol.dispose]() {
      for (const stop of stops) stop?.();
    },
  };
}
