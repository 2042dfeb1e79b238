import type { LiveSession, SessionNews } from "@skein/host";

/** A reader of a session. */
export interface Following {
  /** Resolves when the session was closed and all of it is told. */
  readonly ended: Promise<void>;
}

/** Tells what has happened in a session after an entry, and then what happens. */
export function followSession(
  session: LiveSession,
  fromSeq: number,
  tell: (news: SessionNews) => void,
): Following {
  const read = async (): Promise<void> => {
    for await (const news of session.events(fromSeq)) tell(news);
  };
  return { ended: read() };
}
