import { useSessionPart } from "./current-session.tsx";

/** Grows when a run ends or the session is rewound: what is loaded of the session is to be loaded again then. */
export function useEndedRuns(): string {
  const outcomes = useSessionPart(({ view }) => view.conversation.counts.outcome);
  const era = useSessionPart(({ view }) => view.conversation.era);
  return `${era}.${outcomes}`;
}
