import { counted } from "@skein/protocol";
import { useState, type ReactNode } from "react";
import { goToMessage } from "../conversation/go-to-message.ts";
import { useSessionPart } from "../state/current-session.tsx";
import { hashOf } from "../state/route.ts";
import { attempt } from "../state/problems.ts";
import { server } from "../state/server.ts";
import { clockTime } from "../ui/format.ts";
import { FilesBetween } from "./files-between.tsx";
import type { Tick } from "./ticks.ts";

interface TickMenuProps {
  readonly session: string;
  readonly tick: Tick;
  readonly onClose: () => void;
}

/** What happened in a part of the session, and what can be done from there. */
export function TickMenu({ session, tick, onClose }: TickMenuProps): ReactNode {
  const isRunning = useSessionPart(({ view }) => view.facts.run !== undefined);
  const [said, setSaid] = useState("");
  const [hasFiles, setFiles] = useState(false);
  const { label, at, calls, marks } = tick;
  const when = clockTime(at);

  async function goBack(to: number): Promise<void> {
    if (await attempt(() => server.rewind({ session, to }))) onClose();
  }
  async function fork(): Promise<void> {
    await attempt(async () => {
      const made = await server.fork({ session, at: tick.endSeq });
      location.hash = hashOf({ page: "session", session: made.session });
    });
  }
  async function replay(): Promise<void> {
    setSaid("Replaying …");
    const isDone = await attempt(async () => {
      const { same } = await server.replaySession({ session });
      setSaid(same ? "Replayed: every request is the same." : "Replayed: some requests differ.");
    });
    if (!isDone) setSaid("");
  }

  return (
    <section className="tick-menu" aria-label="A point of the session">
      <p>{label}</p>
      <p className="facts">
        {[when, counted(calls, "model call"), ...new Set(marks.map((mark) => mark.label))]
          .filter((fact) => fact !== "")
          .join(" · ")}
      </p>
      <div className="form-keys">
        <button type="button" onClick={() => goToMessage(document, tick.seq)}>
          Show
        </button>
        <button type="button" aria-expanded={hasFiles} onClick={() => setFiles(!hasFiles)}>
          Files
        </button>
        <button type="button" disabled={isRunning} onClick={() => void goBack(tick.seq - 1)}>
          Undo to before this
        </button>
        <button type="button" disabled={isRunning} onClick={() => void goBack(tick.endSeq)}>
          Undo to after this
        </button>
        <button type="button" onClick={() => void fork()}>
          Fork
        </button>
        <button type="button" disabled={isRunning} onClick={() => void replay()}>
          Replay
        </button>
        <button type="button" className="quiet" onClick={onClose}>
          Close
        </button>
      </div>
      <p role="status">{said}</p>
      {hasFiles ? <FilesBetween session={session} from={tick.seq - 1} to={tick.endSeq} /> : undefined}
    </section>
  );
}
