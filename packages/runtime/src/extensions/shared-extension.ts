import type { Extension } from "@skein/protocol";
import { changedExtension } from "./changed-extension.ts";

/** A shared extension, which is used but not closed. */
export function sharedExtension(extension: Extension): Extension {
  return changedExtension(extension, { close: () => Promise.resolve() });
}
