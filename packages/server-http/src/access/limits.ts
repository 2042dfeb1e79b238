/** Everything has a size. */
export interface AccessLimits {
  /** Of the body of a request. */
  readonly bodyBytes: number;
  /** Of the target of a request, after which it is refused unread. */
  readonly targetCharacters: number;
  /** Unknown tokens and codes that one address may send in a minute. */
  readonly wrongTokens: number;
  /** Connections open at once, of all clients together. */
  readonly connections: number;
  /** Until the headers of a request have arrived, milliseconds. */
  readonly headersMs: number;
  /** Until the whole request has arrived, milliseconds. */
  readonly requestMs: number;
  /** A client that has read nothing for so long while something waits for it is disconnected; milliseconds. */
  readonly slowReaderMs: number;
  /** A code that was made for a browser is valid for so long, milliseconds. */
  readonly codeMs: number;
  /** A browser stays logged in for so long, milliseconds, also when the server was started again at the same port. */
  readonly browserMs: number;
}

export const defaultLimits: AccessLimits = {
  bodyBytes: 16 * 1024 * 1024,
  targetCharacters: 4096,
  wrongTokens: 10,
  connections: 256,
  headersMs: 10_000,
  requestMs: 60_000,
  slowReaderMs: 30_000,
  codeMs: 60_000,
  browserMs: 30 * 24 * 3_600_000,
};
