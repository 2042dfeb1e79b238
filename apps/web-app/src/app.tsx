import { useEffect, useState, type ReactNode } from "react";
import { watchAnswerKeys } from "./approvals/answer-keys.ts";
import { lastAnswerNote } from "./approvals/answer-note.ts";
import { AnswerNoteBox } from "./approvals/answer-note-box.tsx";
import { MachinePageView } from "./machine/machine-page.tsx";
import { refreshSessions, sessionList, watchSessions } from "./sessions/listed.ts";
import { NewSession } from "./sessions/new-session.tsx";
import { SessionPage } from "./sessions/session-page.tsx";
import { SessionPane } from "./sessions/session-pane.tsx";
import { lastProblem } from "./state/problems.ts";
import { watchRoute, type Route } from "./state/route.ts";
import { useStore } from "./state/store.ts";
import { BottomBar, type PaneName } from "./ui/bottom-bar.tsx";
import { LoginNeeded } from "./ui/login-needed.tsx";
import { ProblemBox } from "./ui/problem-box.tsx";

const route = watchRoute(window);

/** What the server says to a browser that has no cookie, or one of an earlier server. */
const loginCodes: readonly string[] = ["no-token", "wrong-token"];

/** Three panes; below 900 pixels one at a time. */
export function App(): ReactNode {
  const here = useStore(route);
  const problem = useStore(lastProblem);
  const answered = useStore(lastAnswerNote);
  const { problem: listProblem } = useStore(sessionList);
  const isLoggedOut = listProblem !== undefined && loginCodes.includes(listProblem.code);
  const [pane, setPane] = useState<PaneName>(here.page === "home" ? "sessions" : "conversation");
  useEffect(() => watchSessions(), []);
  useEffect(() => watchAnswerKeys(document), []);
  useEffect(() => {
    void refreshSessions();
    setPane("conversation");
  }, [here]);
  if (isLoggedOut) return <LoginNeeded />;
  return (
    <main className="app" data-pane={pane}>
      <div className="notices">
        {listProblem ? <ProblemBox problem={listProblem} /> : undefined}
        {problem ? <ProblemBox problem={problem} onClose={() => lastProblem.set(undefined)} /> : undefined}
        {answered ? (
          <AnswerNoteBox note={answered} onClose={() => lastAnswerNote.set(undefined)} />
        ) : undefined}
      </div>
      <section className="pane pane-sessions" aria-label="All sessions">
        <SessionPane route={here} />
      </section>
      <Page route={here} />
      <BottomBar pane={pane} hasInspector={here.page === "session"} onChange={setPane} />
    </main>
  );
}

function Page({ route: here }: { readonly route: Route }): ReactNode {
  if (here.page === "session") return <SessionPage session={here.session} />;
  return (
    <section className="pane pane-conversation pane-wide" aria-label="Page">
      {here.page === "home" ? <NewSession /> : <MachinePageView page={here.page} />}
    </section>
  );
}
