/** What keeps a server from starting, or its record from being read. */
export class AccessError extends Error {
  override readonly name = "AccessError";
  readonly code: AccessErrorCode;

  constructor(code: AccessErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export type AccessErrorCode =
  | "address"
  | "port"
  | "project-reach"
  | "no-allowed-host"
  | "not-a-host"
  | "already-serving"
  | "open-to-others"
  | "not-a-record"
  | "cannot-listen";
