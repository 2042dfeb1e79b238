import {
  lateExtension,
  switchableExtension,
  type ExtensionPinStore,
  type SwitchableExtension,
} from "@skein/extensions";
import type { Extension } from "@skein/protocol";

export interface SwitchableServer {
  readonly extension: Extension;
  /** What stands for it among the pins. */
  readonly pinKey: string;
}

/** A server that is on, which the model may switch off. */
export function switchedOn(
  { extension, pinKey }: SwitchableServer,
  pins: ExtensionPinStore,
): SwitchableExtension {
  return switchableExtension(extension, { isOn: true, known: () => acceptedTools(pins, pinKey) });
}

/** A server that is off, which the model may switch on. @param open - makes it; nothing is started. */
export function switchedOff(
  {
    name,
    pinKey,
    open,
  }: { readonly name: string; readonly pinKey: string; readonly open: () => Promise<Extension> },
  pins: ExtensionPinStore,
): SwitchableExtension {
  return switchableExtension(lateExtension(name, open), {
    isOn: false,
    known: () => acceptedTools(pins, pinKey),
  });
}

/** What was accepted of it earlier. */
async function acceptedTools(pins: ExtensionPinStore, pinKey: string) {
  const pin = await pins.read(pinKey).catch(() => undefined);
  return Object.entries(pin?.tools ?? {}).map(([name, { description }]) => ({ name, description }));
}
