import { useLayoutEffect, useRef, type ReactNode } from "react";
import { useSessionPart } from "../state/current-session.tsx";
import { slicesOf } from "./item-slices.ts";
import { SliceView } from "./slice-view.tsx";
import { StreamingReply } from "./streaming-reply.tsx";
import { useStayAtEnd } from "./stay-at-end.ts";
import { WaitingMessages } from "./waiting-messages.tsx";

/** So many slices are drawn from the first frame on. */
const drawnAtOnce = 2;

/** The conversation in a column; the view follows while it stands at the end. */
export function Conversation(): ReactNode {
  const groups = useSessionPart(({ view }) => view.conversation.groups);
  const isConnecting = useSessionPart(({ connection }) => connection === "connecting");
  const scrolled = useRef<HTMLDivElement>(null);
  const { isAtEnd, goToEnd } = useStayAtEnd(scrolled);
  const slices = slicesOf(groups);
  useLayoutEffect(() => {
    if (slices.length > 0) goToEnd();
  }, [slices.length > 0]); // oxlint-disable-line -- when the first ones come
  return (
    <div className="conversation" ref={scrolled} data-scrolled="" tabIndex={-1}>
      <div className="column" role="log" aria-label="Conversation" aria-live="off">
        {isConnecting && slices.length === 0 ? <Skeleton /> : undefined}
        {slices.map((slice, at) => (
          <SliceView key={slice.key} slice={slice} isAtEnd={at >= slices.length - drawnAtOnce} />
        ))}
        <StreamingReply />
        <WaitingMessages />
        <RunState />
      </div>
      {isAtEnd ? undefined : (
        <button type="button" className="to-end" onClick={goToEnd}>
          ↓ To the end
        </button>
      )}
    </div>
  );
}

/** The shape of what comes. */
function Skeleton(): ReactNode {
  return (
    <div className="skeleton" aria-label="Loading">
      <span />
      <span />
      <span />
    </div>
  );
}

/** What it does now, for people who do not see it. */
function RunState(): ReactNode {
  const run = useSessionPart(({ view }) => view.facts.run);
  const questions = useSessionPart(({ view }) => view.conversation.questions.length);
  const text = questions > 0 ? "It waits for your answer." : run ? "It works." : "";
  return (
    <div className="run-state" role="status">
      {run && questions === 0 ? <span className="pulse" aria-hidden="true" /> : undefined}
      <span className={run?.retry ? undefined : "visually-hidden"}>
        {run?.retry ? `Waits ${Math.round(run.retry.ms / 1000)} s, then again: ${run.retry.reason}` : text}
      </span>
    </div>
  );
}
