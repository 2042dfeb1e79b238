import type { Extension } from "@skein/protocol";
import { changedExtension } from "./changed-extension.ts";

/** Somebody else's extension: used, and left open. */
export function lentExtension(extension: Extension): Extension {
  return changedExtension(extension, { close: () => Promise.resolve() });
}
