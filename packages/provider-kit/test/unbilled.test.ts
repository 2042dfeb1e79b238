import { describe, expect, it } from "vitest";
import { networkErrorOf, providerErrorOf } from "../src/index.ts";
import { ProxyFailure } from "../src/transport/proxy-failure.ts";

/** Requests that certainly cost nothing, by how they failed. */
describe("a request that a server refused", () => {
  const billed = (status: number | undefined) =>
    providerErrorOf({ provider: "vendor", status, headers: new Headers(), body: "" }).unbilled;

  it.each([300, 307, 400, 401, 402, 403, 404, 407, 410, 413, 422, 429, 499, 503, 529])(
    "costs nothing with the status %i",
    (status) => {
      expect(billed(status)).toBe(true);
    },
  );

  it.each([undefined, 408, 409, 500, 501, 502, 504, 520])(
    "may cost something with the status %s",
    (status) => {
      expect(billed(status)).not.toBe(true);
    },
  );
});

describe("a request whose connection failed", () => {
  const failed = (code: string, more: object = {}) =>
    networkErrorOf({
      provider: "vendor",
      host: "host:1",
      error: Object.assign(new Error("failed"), { code }),
      answered: false,
      ...more,
    })?.unbilled;

  it.each([
    "ECONNREFUSED",
    "ENOTFOUND",
    "EAI_AGAIN",
    "EHOSTUNREACH",
    "ENETUNREACH",
    "UND_ERR_CONNECT_TIMEOUT",
    "ERR_SOCKET_CONNECTION_TIMEOUT",
    "CERT_HAS_EXPIRED",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
    "ERR_PROXY_CUT",
    "ERR_PROXY_CERTIFICATE",
  ])("was never sent: %s", (code) => {
    expect(failed(code)).toBe(true);
    expect(failed(code, { answered: undefined })).toBe(true);
    expect(failed(code, { answered: true })).toBe(false);
  });

  it.each([
    "ECONNRESET",
    "EPIPE",
    "UND_ERR_SOCKET",
    "Z_BUF_ERROR",
    "ETIMEDOUT",
    "UND_ERR_HEADERS_TIMEOUT",
    "UND_ERR_BODY_TIMEOUT",
    "HPE_INVALID_CONSTANT",
    "ERR_CONTENT_CODING",
    "EPROTO",
  ])("may have been sent: %s", (code) => {
    expect(failed(code)).toBe(false);
  });

  it.each([403, 407, 502])("was never sent by a proxy that answered %i", (status) => {
    const error = new ProxyFailure("ERR_PROXY_REFUSED", { status });
    const { unbilled, retryable } = networkErrorOf({
      provider: "vendor",
      host: "host:1",
      proxy: "proxy:2",
      error,
      answered: true,
    })!;
    expect([unbilled, retryable]).toEqual([true, status >= 500]);
  });

  it("is no refusal of a proxy without a proxy", () => {
    const error = new ProxyFailure("ERR_PROXY_REFUSED", { status: 407 });
    expect(networkErrorOf({ provider: "vendor", host: "host:1", error })).toBeUndefined();
  });
});

describe("a server that refuses connections", () => {
  const refusedAt = (host: string, more: object = {}) =>
    networkErrorOf({
      provider: "vendor",
      host,
      error: Object.assign(new Error("failed"), { code: "ECONNREFUSED" }),
      ...more,
    })?.refusedAt;

  it.each(["127.0.0.1:11434", "localhost:1234", "[::1]:80"])(
    "is named where it is on this machine: %s",
    (host) => {
      expect(refusedAt(host)).toBe(host);
      expect(refusedAt(host, { proxy: "proxy:2" })).toBeUndefined();
    },
  );

  it.each(["vendor.example:443", "192.0.2.1:80", "not a host"])("is not named elsewhere: %s", (host) => {
    expect(refusedAt(host)).toBeUndefined();
  });
});
