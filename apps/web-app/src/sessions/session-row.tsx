import { memo, type ReactNode } from "react";
import { hashOf } from "../state/route.ts";
import { dollars, timeAgo } from "../ui/format.ts";
import type { SessionLine } from "./session-line.ts";

/** A session in the list: its state, name, folder, age and cost. */
export const SessionRow = memo(
  ({ line, isCurrent }: { readonly line: SessionLine; readonly isCurrent: boolean }): ReactNode => {
    const { id, title, cwd, lastAt, state, costUsd } = line;
    const isRunning = state === "running";
    const facts = [
      folderName(cwd),
      lastAt > 0 ? timeAgo(lastAt, Date.now()) : "",
      costUsd > 0 ? dollars(costUsd) : "",
    ];
    return (
      <li>
        <a href={hashOf({ page: "session", session: id })} aria-current={isCurrent ? "page" : undefined}>
          <span className="session-title">
            <span className="dot" data-state={state} aria-hidden="true" />
            {title}
          </span>
          <span className="session-facts">
            {isRunning ? "works · " : state === "needs-input" ? "waits for you · " : ""}
            {facts.filter((fact) => fact !== "").join(" · ")}
          </span>
        </a>
      </li>
    );
  },
);

function folderName(cwd: string): string {
  return cwd.split("/").at(-1) ?? cwd;
}
