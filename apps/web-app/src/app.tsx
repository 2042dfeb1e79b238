import { useEffect, useState, type ReactNode } from "react";
import { watchAnswerKeys } from "./approvals/answer-keys.ts";
import { MachinePageView } from "./machine/machine-page.tsx";
import { watchSessions } from "./sessions/listed.ts";
import { NewSession } from "./sessions/new-session.tsx";
import { SessionPage } from "./sessions/session-page.tsx";
import { SessionPane } from "./sessions/session-pane.tsx";
import { lastProblem } from "./state/problems.ts";
import { watchRoute, type Route } from "./state/route.ts";
import { useStore } from "./state/store.ts";
import { BottomBar, type PaneName } from "./ui/bottom-bar.tsx";
import { ProblemBox } from "./ui/problem-box.tsx";

const route = watchRoute(window);

/** Three panes; below 900 pixels one at a time. */
export function App(): ReactNode {
  const here = useStore(route);
  const problem = useStore(lastProblem);
  const [pane, setPane] = useState<PaneName>(here.page === "home" ? "sessions" : "conversation");
  useEffect(() => watchSessions(), []);
  useEffect(() => watchAnswerKeys(document), []);
  useEffect(() => setPane("conversation"), [here]);
  return (
    <div className="app" data-pane={pane}>
      <aside className="pane pane-sessions" aria-label="Sessions">
        <SessionPane route={here} />
      </aside>
      <Page route={here} />
      {problem ? (
        <div className="toast">
          <ProblemBox problem={problem} onClose={() => lastProblem.set(undefined)} />
        </div>
      ) : undefined}
      <BottomBar pane={pane} hasInspector={here.page === "session"} onChange={setPane} />
    </div>
  );
}

function Page({ route: here }: { readonly route: Route }): ReactNode {
  if (here.page === "session") return <SessionPage session={here.session} />;
  return (
    <main className="pane pane-conversation pane-wide">
      {here.page === "home" ? <NewSession /> : <MachinePageView page={here.page} />}
    </main>
  );
}
