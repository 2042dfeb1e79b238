import type { ExtensionPin, ExtensionPinStore } from "./extension-pin.ts";

/** Pins that last as long as the object. */
export function memoryPins(): ExtensionPinStore {
  const pins = new Map<string, ExtensionPin>();
  return {
    read: async (key) => pins.get(key),
    write: async (key, pin) => void pins.set(key, pin),
  };
}
