import type { ReactNode } from "react";
import { hashOf } from "../state/route.ts";
import type { AnswerNote } from "./answer-note.ts";

interface AnswerNoteBoxProps {
  readonly note: AnswerNote;
  readonly onClose: () => void;
}

/** Which session continues from an answer that was given in another one. */
export function AnswerNoteBox({ note, onClose }: AnswerNoteBoxProps): ReactNode {
  return (
    <div className="answer-note" role="status">
      <p>
        Answered.{" "}
        <a href={hashOf({ page: "session", session: note.session })} onClick={onClose}>
          {note.title}
        </a>{" "}
        continues once it has all answers.
      </p>
      <div className="form-keys">
        <button type="button" className="quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  );
}
