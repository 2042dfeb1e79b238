import { spentInAll } from "@skein/session-view";
import type { ReactNode } from "react";
import { useSessionFolder, useSessionPart } from "../state/current-session.tsx";
import { attempt } from "../state/problems.ts";
import { server } from "../state/server.ts";
import { useStore } from "../state/store.ts";
import { dollars, shortCount } from "../ui/format.ts";
import { sessionList } from "./listed.ts";

/** Name, folder, cost, and what is undone with a click. */
export function SessionHead({ session }: { readonly session: string }): ReactNode {
  const name = useSessionPart(({ view }) => view.facts.name?.name);
  const cwd = useSessionFolder();
  const isRunning = useSessionPart(({ view }) => view.facts.run !== undefined);
  const hasSaid = useSessionPart(({ view }) => view.conversation.groups.length > 0);
  const listed = useStore(sessionList).lines.find(({ id }) => id === session);
  return (
    <header className="session-head">
      <div>
        <h1>{name ?? listed?.title ?? "New session"}</h1>
        <p>{cwd ?? listed?.cwd}</p>
      </div>
      <Spent />
      <button
        type="button"
        disabled={isRunning || !hasSaid}
        onClick={() => void attempt(() => server.undo({ session }))}
      >
        Undo
      </button>
    </header>
  );
}

function Spent(): ReactNode {
  const view = useSessionPart((state) => state.view);
  const { costUsd, usage, isEstimate, hasUnknownCost, calls } = spentInAll(view);
  if (calls === 0) return undefined;
  const tokens = (usage.input ?? 0) + (usage.output ?? 0) + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0);
  return (
    <p className="session-spent" title={hasUnknownCost ? "The price of some calls is unknown." : undefined}>
      {`${shortCount(tokens)} tokens · ${dollars(costUsd, isEstimate)}${hasUnknownCost ? " +" : ""}`}
    </p>
  );
}
