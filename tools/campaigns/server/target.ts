/** What is attacked: any server, by its URL. */
export interface Target {
  readonly url: URL;
  /** A right token, to show that the other checks hold by themselves. Absent: the server takes none, or none is known. */
  readonly token: string | undefined;
  /** Path of something that only its user may read. */
  readonly read: string;
  /** What changes something: a POST with this body. */
  readonly write: string;
  readonly body: string;
  /** Path of what goes on: events, or a WebSocket. */
  readonly events: string;
}

/** A case ends as `refused`, or says what the attacker got. */
export interface Attack {
  readonly group: string;
  readonly name: string;
  /** @returns `undefined` when it was refused. */
  readonly run: (target: Target) => Promise<string | undefined>;
}
