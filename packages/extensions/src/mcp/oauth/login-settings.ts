/** Keeps the login of one server: its tokens, and how this program is registered there. */
export interface LoginStore {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  /** Runs `work` while no other process does so for the same server. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** How to log in to a server on the network: OAuth 2.1. */
export interface McpLogin {
  /** Default: the login lasts as long as this object. */
  readonly store?: LoginStore | undefined;
  /**
   * Shows the page on which the user logs in. Absent: no one is available, and a server that requires a login cannot be
   * used until there is a kept one.
   */
  readonly openPage?: ((url: string) => void | Promise<void>) | undefined;
  /** Receives every token and secret before it is used, for a redactor. */
  readonly onSecret?: ((value: string) => void) | undefined;
  /** A client that was registered by hand. Default: this program registers itself. */
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** Address of a client metadata document, for servers that take one as the client's id. */
  readonly clientMetadataUrl?: string | undefined;
  /** Scopes to ask for where the server names none. */
  readonly scopes?: readonly string[] | undefined;
  /** Port of 127.0.0.1 that a client registered by hand redirects to. Default: any. */
  readonly redirectPort?: number | undefined;
}

/** What a server demands before it answers. */
export interface Challenge {
  /** 401: a login. 403: more rights than the token has. */
  readonly status: 401 | 403;
  readonly scope: string | undefined;
  readonly resourceMetadataUrl: URL | undefined;
}

/** Only a person can give the server what it demands. */
export class LoginNeeded extends Error {
  override readonly name = "LoginNeeded";
  readonly challenge: Challenge;

  constructor(challenge: Challenge) {
    super(challenge.status === 401 ? "the server requires a login" : "the server requires more rights");
    this.challenge = challenge;
  }
}
