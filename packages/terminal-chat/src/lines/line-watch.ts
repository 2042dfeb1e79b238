import { itemsOf } from "@skein/session-view";
import type { Watched, WatchEnd } from "../chat/chat-view.ts";
import { isShownAgain } from "../chat/earlier-items.ts";
import { itemText } from "./item-text.ts";

/** A subagent's conversation that is written as it goes on, until a line is typed. */
export interface LineWatch {
  /** Resolves with `undefined` if a line was meant for something else. @param isOver - no line will come. */
  open(watched: Watched, isOver: boolean): Promise<WatchEnd>;
  /** Writes what is final by now. The subagent's calls are reported with those of all others. */
  follow(): void;
  /** Returns true if the line was meant for the subagent. Any other line closes it. */
  answer(line: string): boolean;
  /** No line will come. */
  giveUp(): void;
}

/** @param write - writes a foreign text as lines. */
export function createLineWatch(write: (text: string) => void): LineWatch {
  /** `written`: ids of items. */
  let watching:
    | { readonly watched: Watched; readonly written: Set<string>; readonly resolve: (end: WatchEnd) => void }
    | undefined;

  function follow(isBegin = false): void {
    if (!watching) return;
    const { watched, written, resolve } = watching;
    const isAtWork = watched.isAtWork();
    for (const item of itemsOf(watched.view()).filter(isShownAgain)) {
      if (isAtWork && "state" in item && item.state === "streaming") break;
      if (!written.has(item.id) && (isBegin || item.type !== "call")) write(itemText(item));
      written.add(item.id);
    }
    if (isAtWork) return;
    watching = undefined;
    write("It has ended.");
    resolve("back");
  }

  return {
    async open(watched, isOver) {
      const { promise, resolve } = Promise.withResolvers<WatchEnd>();
      if (isOver) return undefined;
      write(`\n${watched.title()}\nEnter: back · s and Enter: stop it`);
      watching = { watched, written: new Set(), resolve };
      follow(true);
      return promise;
    },
    follow: () => follow(),
    answer(line) {
      if (!watching) return false;
      const { resolve } = watching;
      watching = undefined;
      const typed = line.trim().toLowerCase();
      resolve(typed === "" ? "back" : typed === "s" ? "stop" : undefined);
      return typed === "" || typed === "s";
    },
    giveUp: () => watching?.resolve(undefined),
  };
}
