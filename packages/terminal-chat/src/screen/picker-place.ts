import type { Picker } from "@skein/terminal/screen";

/** The place of the prompt, for something that the user has opened: at most one at a time. */
export interface PickerPlace {
  current(): Picker | undefined;
  /** Resolves with the user's choice; `undefined` if the picker was closed, also by the next one. */
  open<End>(make: (onEnd: (end: End | undefined) => void) => Picker): Promise<End | undefined>;
  close(): void;
}

export function createPickerPlace(onChange: () => void): PickerPlace {
  let opened: { readonly picker: Picker; readonly close: () => void } | undefined;
  return {
    current: () => opened?.picker,
    async open<End>(make: (onEnd: (end: End | undefined) => void) => Picker) {
      opened?.close();
      const { promise, resolve } = Promise.withResolvers<End | undefined>();
      const mine = { picker: make(resolve), close: () => resolve(undefined) };
      opened = mine;
      onChange();
      const end = await promise;
      if (opened === mine) opened = undefined;
      onChange();
      return end;
    },
    close: () => opened?.close(),
  };
}
