import { counted } from "@skein/protocol";
import type { ReactNode } from "react";
import { FilesBetween } from "./files-between.tsx";
import type { Tick } from "./ticks.ts";

interface CompareMenuProps {
  readonly session: string;
  readonly first: Tick;
  readonly last: Tick;
  readonly calls: number;
  readonly onClose: () => void;
}

/** How the files differ between two points of the session. */
export function CompareMenu({ session, first, last, calls, onClose }: CompareMenuProps): ReactNode {
  return (
    <section className="tick-menu" aria-label="Two points of the session">
      <p>{`From before “${first.label}” to after “${last.label}”`}</p>
      <p className="facts">{counted(calls, "model call")}</p>
      <FilesBetween session={session} from={first.seq - 1} to={last.endSeq} />
      <div className="form-keys">
        <button type="button" className="quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </section>
  );
}
