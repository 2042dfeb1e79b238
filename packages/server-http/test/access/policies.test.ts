import { describe, expect, test } from "vitest";
import { framePolicy, isForeignSource } from "../../src/access/frames/frame-policy.ts";
import { securityHeadersFor } from "../../src/access/security-headers.ts";

const none = { connect: [], resources: [], frames: [], bases: [] };

function directives(policy: string): Record<string, string> {
  return Object.fromEntries(
    policy.split("; ").map((rule) => {
      const [name = "", ...values] = rule.split(" ");
      return [name, values.join(" ")];
    }),
  );
}

describe("the policy of a foreign page", () => {
  test("without sources loads what is in the page, and nothing else", () => {
    expect(directives(framePolicy(none, []))).toEqual({
      sandbox: "allow-scripts allow-forms",
      "default-src": "'none'",
      "script-src": "'unsafe-inline'",
      "style-src": "'unsafe-inline'",
      "img-src": "blob: data:",
      "font-src": "blob: data:",
      "media-src": "blob: data:",
      "worker-src": "blob:",
      "connect-src": "'none'",
      "frame-src": "'none'",
      "base-uri": "'none'",
      "object-src": "'none'",
      "form-action": "'none'",
      "frame-ancestors": "'none'",
    });
  });

  test("has each kind of source in its own directives, and no source of this machine", () => {
    const sources = {
      connect: ["https://api.example.org", "http://localhost:3000"],
      resources: ["https://cdn.example.org", "http://127.0.0.1"],
      frames: ["https://frames.example.org", "http://printer.lan"],
      bases: ["https://base.example.org", "https://a.b; script-src *"],
    };
    expect(directives(framePolicy(sources, ["http://127.0.0.1:4400"]))).toMatchObject({
      "script-src": "'unsafe-inline' https://cdn.example.org",
      "img-src": "blob: data: https://cdn.example.org",
      "connect-src": "https://api.example.org",
      "frame-src": "https://frames.example.org",
      "base-uri": "https://base.example.org",
      "frame-ancestors": "http://127.0.0.1:4400",
    });
  });
});

test.each<[string, boolean]>([
  ["https://example.org", true],
  ["wss://*.example.org:8443", true],
  ["HTTPS://EXAMPLE.ORG", true],
  ["https://example.LOCAL", false],
  ["https://example", false],
  ["https://*.org.", false],
  ["https://10.0.0.1", false],
  ["https://example.org:123456", false],
  ["https://example.org/path", false],
  ["ftp://example.org", false],
  ["x https://example.org", false],
  ["https://example.org x", false],
  ...[
    "localhost",
    "localdomain",
    "local",
    "internal",
    "intranet",
    "lan",
    "home",
    "corp",
    "private",
    "arpa",
  ].map((last): [string, boolean] => [`https://nas.${last}`, false]),
])("%s leads to another machine: %s", (source, isForeign) => {
  expect(isForeignSource(source)).toBe(isForeign);
});

test("pages of the server show frames of the named origins only", () => {
  const policyOf = (frames?: readonly string[]) =>
    directives(securityHeadersFor(frames)["content-security-policy"] ?? "");
  expect(policyOf()["frame-src"]).toBe("'none'");
  expect(policyOf([])["frame-src"]).toBe("'none'");
  expect(policyOf(["http://127.0.0.1:1", "http://127.0.0.1:2"])["frame-src"]).toBe(
    "http://127.0.0.1:1 http://127.0.0.1:2",
  );
});
