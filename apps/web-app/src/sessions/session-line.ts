import type { ListedSession } from "@skein/client";

/** A session as the list shows it. */
export interface SessionLine {
  readonly id: string;
  readonly title: string;
  readonly cwd: string;
  /** Milliseconds since the epoch. */
  readonly lastAt: number;
  readonly state: string;
  readonly isOpen: boolean;
  readonly costUsd: number;
  readonly model: string;
}

export function lineOf(listed: ListedSession, open: readonly string[]): SessionLine {
  const text = (name: string) => (typeof listed[name] === "string" ? listed[name] : "");
  const number = (name: string) => (typeof listed[name] === "number" ? listed[name] : 0);
  return {
    id: listed.id,
    title: text("name") || text("firstText") || "New session",
    cwd: text("cwd"),
    lastAt: number("lastAt") || number("startedAt"),
    state: listed.state ?? "",
    isOpen: open.includes(listed.id),
    costUsd: number("costUsd"),
    model: text("model"),
  };
}
