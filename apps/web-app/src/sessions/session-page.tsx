import { useEffect, useState, type ReactNode } from "react";
import { QuestionTray } from "../approvals/tray.tsx";
import { Composer } from "../composer/composer.tsx";
import { Conversation } from "../conversation/conversation.tsx";
import { Inspector } from "../inspector/inspector.tsx";
import { CurrentSession, useSessionPart } from "../state/current-session.tsx";
import { openSession, type OpenedSession } from "../state/open-session.ts";
import { problemOf } from "../state/problems.ts";
import { Timeline } from "../timeline/timeline.tsx";
import { ProblemBox } from "../ui/problem-box.tsx";
import { SessionHead } from "./session-head.tsx";

/** A session: its conversation with timeline and composer, and its inspector. */
export function SessionPage({ session }: { readonly session: string }): ReactNode {
  const [opened, setOpened] = useState<OpenedSession>();
  useEffect(() => {
    const next = openSession(session);
    setOpened(next);
    return next.close;
  }, [session]);
  if (!opened || opened.store.get().session !== session) return undefined;
  return (
    <CurrentSession value={opened.store}>
      <section className="pane pane-conversation" aria-label="Session">
        <SessionHead session={session} />
        <Timeline session={session} />
        <ConnectionProblem />
        <Conversation key={session} />
        <QuestionTray />
        <Composer key={`composer ${session}`} session={session} />
      </section>
      <section className="pane pane-inspector" aria-label="Behind the conversation">
        <Inspector session={session} />
      </section>
    </CurrentSession>
  );
}

function ConnectionProblem(): ReactNode {
  const problem = useSessionPart((state) => state.problem);
  const connection = useSessionPart((state) => state.connection);
  if (connection === "failed") return <ProblemBox problem={problemOf(problem)} />;
  if (connection !== "closed") return undefined;
  return (
    <ProblemBox
      problem={{
        code: "closed",
        message: "The server has closed this session.",
        hint: "Reload the page to open it again.",
      }}
    />
  );
}
