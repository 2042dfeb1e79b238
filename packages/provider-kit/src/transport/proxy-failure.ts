/** Failure of the proxy, not of the endpoint. */
export class ProxyFailure extends Error {
  /**
   * Reason: its certificate is not trusted, the connection was cut, or it
   * refused the tunnel.
   */
  readonly code: "ERR_PROXY_CERTIFICATE" | "ERR_PROXY_CUT" | "ERR_PROXY_REFUSED";
  /** HTTP status of the proxy's answer. Set with `ERR_PROXY_REFUSED`. */
  readonly status: number | undefined;

  constructor(code: ProxyFailure["code"], { status, cause }: { status?: number; cause?: Error } = {}) {
    super("The proxy did not connect.", cause && { cause });
    this.code = code;
    this.status = status;
  }
}
