import { useState } from "react";

const drafts = new Map<string, string>();

/** The unsent text of a session, which is still there when one comes back to it. */
export function useDraft(session: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(drafts.get(session) ?? "");
  return [
    text,
    (next) => {
      drafts.set(session, next);
      setText(next);
    },
  ];
}
