/** A failure of the proxy, not of the endpoint. */
export class ProxyFailure extends Error {
  readonly code: "ERR_PROXY_CERTIFICATE" | "ERR_PROXY_CUT" | "ERR_PROXY_REFUSED";
  /** With `ERR_PROXY_REFUSED`: the status that the proxy answered with. */
  readonly status: number | undefined;

  constructor(code: ProxyFailure["code"], { status, cause }: { status?: number; cause?: Error } = {}) {
    super("The proxy did not connect.", cause && { cause });
    this.code = code;
    this.status = status;
  }
}
