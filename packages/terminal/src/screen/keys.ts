import { matchesKey } from "@earendil-works/pi-tui/dist/keys.js";

export type KeyName =
  | "enter"
  | "alt+enter"
  | "escape"
  | "up"
  | "down"
  | "pageUp"
  | "pageDown"
  | "tab"
  | "shift+tab"
  | "backspace"
  | "ctrl+c"
  | "ctrl+d"
  | "ctrl+g"
  | "ctrl+l"
  | "ctrl+o"
  | "ctrl+p"
  | "ctrl+r"
  | "ctrl+v"
  | "ctrl+z";

/** @param data - one key as the terminal sent it, in any of the encodings terminals use. */
export function isKey(data: string, name: KeyName): boolean {
  return matchesKey(data, name);
}
