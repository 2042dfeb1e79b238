/** What the server says instead of a result. */
export class ClientError extends Error {
  override readonly name = "ClientError";
  /** Of HTTP; 0 when no answer arrived. */
  readonly status: number;
  readonly code: string;
  readonly hint: string | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    options: ErrorOptions & { readonly hint?: string } = {},
  ) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.hint = options.hint;
  }
}

/** @param text - of the body, which a proxy may have written. */
export function errorOf(status: number, text: string): ClientError {
  try {
    const { error } = JSON.parse(text) as {
      readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
    };
    return new ClientError(
      status,
      error.code,
      error.message,
      error.hint === undefined ? {} : { hint: error.hint },
    );
  } catch {
    return new ClientError(status, "unexpected", `The server answered ${status}: ${text.slice(0, 200)}`);
  }
}
