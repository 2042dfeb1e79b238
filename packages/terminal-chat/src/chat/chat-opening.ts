import type { ChatOpening } from "./front-end.ts";

/** How a chat without a recipe begins. @param pick - with a list of sessions. */
export function chatOpening({ pick = false }: { readonly pick?: boolean }): ChatOpening | undefined {
  return pick ? { lines: [], command: "/sessions" } : undefined;
}
