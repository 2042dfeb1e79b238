const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

const otherHeaders: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

/**
 * Of every answer. Pages run no script and no style but files of this server, are shown in no frame of others, and connect
 * to this server alone. There is no CORS header: pages of other origins read nothing.
 *
 * @param frames - origins whose pages may be shown within pages of this server. Default: none.
 */
export function securityHeadersFor(frames: readonly string[] = []): Readonly<Record<string, string>> {
  const sources = frames.length === 0 ? ["'none'"] : frames;
  return {
    "content-security-policy": [...policy, `frame-src ${sources.join(" ")}`].join("; "),
    ...otherHeaders,
  };
}

/** Of answers whose pages show nothing of others. */
export const securityHeaders = securityHeadersFor();
