/** One thing that was looked at. */
export interface Finding {
  readonly area: "machine" | "folders" | "settings" | "providers" | "sessions" | "schedules" | "terminal";
  /** `note`: works, and is worth knowing. */
  readonly state: "ok" | "note" | "problem";
  readonly text: string;
  /** What to do about a problem, or a note. */
  readonly fix?: string;
  /** The fault is the provider's or the network's, not this machine's. */
  readonly isProviders?: true;
}

export interface Examination {
  /** Absolute. */
  readonly cwd: string;
  readonly isOffline: boolean;
}
