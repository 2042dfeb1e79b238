import { memo, type ReactNode } from "react";
import { hashOf } from "../state/route.ts";
import { dollars, timeAgo } from "../ui/format.ts";
import type { SessionLine } from "./session-line.ts";

interface SessionRowProps {
  readonly line: SessionLine;
  readonly isCurrent: boolean;
  /** It has a question. */
  readonly isWaiting: boolean;
}

const stateWords: Readonly<Record<string, string>> = {
  running: "works · ",
  "needs-input": "waits for you · ",
  interrupted: "interrupted · ",
};

/** A session in the list: its state, name, folder, age and cost. */
export const SessionRow = memo(({ line, isCurrent, isWaiting }: SessionRowProps): ReactNode => {
  const { id, title, cwd, lastAt, state, costUsd } = line;
  const shown = isWaiting ? "needs-input" : state;
  const facts = [
    folderName(cwd),
    lastAt > 0 ? timeAgo(lastAt, Date.now()) : "",
    costUsd > 0 ? dollars(costUsd) : "",
  ];
  return (
    <li>
      <a href={hashOf({ page: "session", session: id })} aria-current={isCurrent ? "page" : undefined}>
        <span className="session-title">
          <span className="dot" data-state={shown} aria-hidden="true" />
          {title}
        </span>
        <span className="session-facts">
          {stateWords[shown] ?? ""}
          {facts.filter((fact) => fact !== "").join(" · ")}
        </span>
      </a>
    </li>
  );
});

function folderName(cwd: string): string {
  return cwd.split("/").at(-1) ?? cwd;
}
