/**
 * Origins that a page of an extension may use, as its server declares them:
 * `https://*.example.org`. An empty list asks for no origin.
 *
 * Source: MCP Apps, `_meta.ui.csp` of the resource.
 */
export interface AppSources {
  /** Origins for requests, WebSockets and event streams (`connectDomains`). */
  readonly connect: readonly string[];
  /**
   * Origins for scripts, styles, images, fonts and media (`resourceDomains`).
   */
  readonly resources: readonly string[];
  /** Origins of pages that may be embedded (`frameDomains`). */
  readonly frames: readonly string[];
  /** Origins allowed in `<base>` (`baseUriDomains`). */
  readonly bases: readonly string[];
}

/**
 * HTML page of an extension. Untrusted code: run it only where it cannot reach
 * its host, such as a sandboxed frame.
 */
export interface AppPage {
  /** Complete document. */
  readonly html: string;
  /**
   * Origins that the page asks for. The host decides which of them it grants.
   */
  readonly sources: AppSources;
}
