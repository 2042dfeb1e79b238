import { counted } from "@skein/protocol";
import type { CompactionItem, NoticeItem, OutcomeItem, ToldEvent } from "@skein/session-view";
import { describeEvent } from "@skein/session-view/text";
import type { ReactNode } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { dollars, duration, shortCount } from "../ui/format.ts";

interface NoticeLineProps {
  readonly level: NoticeItem["level"];
  readonly children: string;
}

export function NoticeLine({ level, children }: NoticeLineProps): ReactNode {
  return (
    <p className="quiet-line" data-level={level}>
      {children}
    </p>
  );
}

/** What only happens live: retries, another model, limits. */
export function ToldLine({ event }: { readonly event: ToldEvent }): ReactNode {
  const text = event.type === "extension-status" ? statusText(event) : describeEvent(event);
  if (text === undefined) return undefined;
  return <NoticeLine level={event.type === "budget" ? "warning" : "info"}>{text}</NoticeLine>;
}

function statusText({
  extension,
  status,
}: Extract<ToldEvent, { readonly type: "extension-status" }>): string | undefined {
  return status.state === "degraded" ? `Extension ${extension}: ${status.message}` : undefined;
}

export function CompactionMark({ mark }: { readonly mark: CompactionItem }): ReactNode {
  const { told } = mark;
  const sizes = told ? ` · about ${shortCount(told.before)} → ${shortCount(told.after)} tokens` : "";
  return (
    <details className="compaction">
      <summary>{`The model sees less of what is above${sizes}`}</summary>
      {mark.summary === undefined ? undefined : <p>{mark.summary}</p>}
    </details>
  );
}

/** How a run ended and what it took; an error with what to do next. */
export function OutcomeLine({ outcome }: { readonly outcome: OutcomeItem }): ReactNode {
  const { error, told, turns } = outcome;
  const facts = [
    ...(outcome.outcome === "done" ? [] : [outcomeWords[outcome.outcome] ?? outcome.outcome]),
    counted(turns, "turn"),
    ...(told?.costUsd === undefined ? [] : [dollars(told.costUsd, told.costIsEstimate)]),
    ...(told ? [duration(told.durationMs)] : []),
  ];
  return (
    <div className="outcome" data-outcome={outcome.outcome}>
      {error ? (
        <div className="problem" role="note">
          <p>{error.message}</p>
          {error.hint === undefined ? undefined : <p className="problem-next">{error.hint}</p>}
          <CopyButton text={`${error.code}: ${error.message}`} what="the error" />
        </div>
      ) : undefined}
      <p className="quiet-line">{facts.join(" · ")}</p>
    </div>
  );
}

const outcomeWords: Readonly<Partial<Record<OutcomeItem["outcome"], string>>> = {
  cancelled: "Stopped",
  "needs-input": "Waits for an answer",
  limit: "A limit was reached",
  budget: "The budget was reached",
  denied: "Denied",
  provider: "The model could not be reached",
};
