import { useEffect, useState } from "react";
import { server } from "../state/server.ts";
import type { Completion } from "./completion-menu.tsx";
import { mentionAtEnd, withMention } from "./mention-text.ts";

interface MentionOptions {
  readonly text: string;
  readonly cwd: string | undefined;
  readonly session: string;
}

/** Files, folders and symbols that fit the word with `@` at the end of a text. */
export function useMentions({ text, cwd, session }: MentionOptions): readonly Completion[] {
  const word = mentionAtEnd(text)?.word;
  const [found, setFound] = useState<{ readonly text: string; readonly choices: readonly Completion[] }>();
  useEffect(() => {
    const mention = mentionAtEnd(text);
    if (cwd === undefined || word === undefined || !mention) return undefined;
    const left = new AbortController();
    server.completeMention({ cwd, word, session }, { signal: left.signal }).then(
      ({ words }) =>
        setFound({
          text,
          choices: words.slice(0, 8).map((one) => ({
            text: withMention(text, mention, one.text),
            label: one.label,
            about: one.description ?? one.kind,
          })),
        }),
      () => undefined, // one may write on without a menu
    );
    return () => left.abort();
  }, [text, cwd, session, word]);
  return found?.text === text && word !== undefined ? found.choices : [];
}
