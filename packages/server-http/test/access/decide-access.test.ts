import { expect, test } from "vitest";
import { decideAccess, defaultLimits } from "../../src/access/index.ts";
import { request, settings, token, browserSecret } from "./requests.ts";

const admitted = (role: string) => ({ kind: "admitted", role });
const refused = (status: number, code: string) => ({ kind: "refused", status, code });
const bearer = { authorization: `Bearer ${token}` };
const json = { "content-type": "application/json" };
const origin = { origin: "http://127.0.0.1:4400" };
const cookie = { cookie: `other=1; skein_4400=${browserSecret}` };

test.each([
  ["a bearer", request("GET", "/api/sessions", bearer), admitted("admin")],
  ["the scheme in any case", request("GET", "/", { authorization: `bearer ${token}` }), admitted("admin")],
  [
    "a bearer that writes, without an origin",
    request("POST", "/api", { ...bearer, ...json }),
    admitted("admin"),
  ],
  ["a browser that reads", request("GET", "/api", cookie), admitted("approve")],
  [
    "a browser that writes from our page",
    request("POST", "/api", { ...cookie, ...json, ...origin }),
    admitted("approve"),
  ],
  ["localhost", request("GET", "/", { ...bearer, host: "localhost:4400" }), admitted("admin")],
  ["a host in upper case", request("GET", "/", { ...bearer, host: "LocalHost:4400" }), admitted("admin")],
  [
    "an allowed host, any port",
    request("GET", "/", { ...bearer, host: "skein.example.org:8443" }),
    admitted("admin"),
  ],
  [
    "our page behind TLS",
    request("GET", "/", { ...bearer, origin: "https://skein.example.org" }),
    admitted("admin"),
  ],
  [
    "a charset",
    request("POST", "/", { ...bearer, "content-type": "application/json; charset=UTF-8" }),
    admitted("admin"),
  ],
  [
    "a WebSocket of our page",
    request("GET", "/api/events", { ...cookie, ...origin, upgrade: "websocket" }),
    admitted("approve"),
  ],
  [
    "a WebSocket with a bearer",
    request("GET", "/api/events", { ...bearer, upgrade: "websocket" }),
    admitted("admin"),
  ],
  ["a public page", request("GET", "/index.html"), { kind: "public", path: "/index.html" }],
  ["a file below a public folder", request("GET", "/assets/app.js"), { kind: "public" }],
  ["a code", request("GET", "/login?code=abc"), { kind: "login", code: "abc" }],
])("lets in: %s", (_, asked, expected) => {
  expect(decideAccess(asked, settings)).toMatchObject(expected);
});

test.each([
  ["no token", request("GET", "/api/sessions"), 401, "no-token"],
  ["an empty cookie", request("GET", "/api", { cookie: "skein_4400=" }), 401, "wrong-token"],
  ["a wrong token", request("GET", "/api", { authorization: `Bearer ${token}x` }), 401, "wrong-token"],
  [
    "a half token",
    request("GET", "/api", { authorization: `Bearer ${token.slice(0, 20)}` }),
    401,
    "wrong-token",
  ],
  ["another scheme", request("GET", "/api", { authorization: `Basic ${token}` }), 401, "wrong-token"],
  ["a token in the query", request("GET", `/api?token=${token}`), 401, "no-token"],
  ["a token in the cookie", request("GET", "/api", { cookie: `skein_4400=${token}` }), 401, "wrong-token"],
  [
    "a browser's secret as a token",
    request("GET", "/api", { authorization: `Bearer ${browserSecret}` }),
    401,
    "wrong-token",
  ],
  [
    "the cookie of another port",
    request("GET", "/api", { cookie: `skein_4401=${browserSecret}` }),
    401,
    "no-token",
  ],
  [
    "two cookies",
    request("GET", "/api", { cookie: `skein_4400=${browserSecret}; skein_4400=x` }),
    401,
    "wrong-token",
  ],
  [
    "a wrong token beside a right cookie",
    request("GET", "/api", { ...cookie, authorization: "Bearer x" }),
    401,
    "wrong-token",
  ],
  ["a foreign host", request("GET", "/", { ...bearer, host: "evil.example:4400" }), 421, "host"],
  [
    "no host",
    { ...request("GET", "/", bearer), headers: [["authorization", bearer.authorization]] as const },
    421,
    "host",
  ],
  ["another port", request("GET", "/", { ...bearer, host: "127.0.0.1:4401" }), 421, "host"],
  ["no port", request("GET", "/", { ...bearer, host: "127.0.0.1" }), 421, "host"],
  ["a host with a dot behind it", request("GET", "/", { ...bearer, host: "localhost.:4400" }), 421, "host"],
  [
    "a host that begins like ours",
    request("GET", "/", { ...bearer, host: "localhost.evil.example:4400" }),
    421,
    "host",
  ],
  [
    "a host that ends like ours",
    request("GET", "/", { ...bearer, host: "evil-skein.example.org" }),
    421,
    "host",
  ],
  [
    "a user in the host",
    request("GET", "/", { ...bearer, host: "localhost:4400@evil.example" }),
    421,
    "host",
  ],
  ["a short address", request("GET", "/", { ...bearer, host: "127.1:4400" }), 421, "host"],
  ["an address as a number", request("GET", "/", { ...bearer, host: "2130706433:4400" }), 421, "host"],
  ["all interfaces", request("GET", "/", { ...bearer, host: "0.0.0.0:4400" }), 421, "host"],
  ["IPv4 inside IPv6", request("GET", "/", { ...bearer, host: "[::ffff:127.0.0.1]:4400" }), 421, "host"],
  ["a list of hosts", request("GET", "/", { ...bearer, host: "localhost:4400, evil.example" }), 421, "host"],
  [
    "two hosts",
    {
      ...request("GET", "/", bearer),
      headers: [
        ["Host", "localhost:4400"],
        ["host", "evil"],
      ] as const,
    },
    400,
    "bad-headers",
  ],
  [
    "another machine",
    { ...request("GET", "/", bearer), remoteAddress: "192.168.1.7" },
    403,
    "remote-address",
  ],
  ["a foreign origin", request("GET", "/", { ...bearer, origin: "http://evil.example" }), 403, "origin"],
  ["Origin: null", request("GET", "/", { ...bearer, origin: "null" }), 403, "origin"],
  [
    "another port of this machine",
    request("GET", "/", { ...bearer, origin: "http://127.0.0.1:3000" }),
    403,
    "origin",
  ],
  [
    "an origin that begins like ours",
    request("GET", "/", { ...bearer, origin: "http://127.0.0.1:4400.evil.example" }),
    403,
    "origin",
  ],
  ["a file", request("GET", "/", { ...bearer, origin: "file://" }), 403, "origin"],
  [
    "an extension of the browser",
    request("GET", "/", { ...bearer, origin: "chrome-extension://abc" }),
    403,
    "origin",
  ],
  [
    "a page of another site",
    request("GET", "/", { ...cookie, "sec-fetch-site": "cross-site" }),
    403,
    "cross-site",
  ],
  [
    "a page of another port",
    request("GET", "/", { ...cookie, "sec-fetch-site": "same-site" }),
    403,
    "cross-site",
  ],
  [
    "a code that another page brings",
    request("GET", "/login?code=a", { "sec-fetch-site": "cross-site" }),
    403,
    "cross-site",
  ],
  ["a browser that writes from no page", request("POST", "/", { ...cookie, ...json }), 403, "origin"],
  ["a WebSocket of no page", request("GET", "/", { ...cookie, upgrade: "websocket" }), 403, "origin"],
  ["a WebSocket on a public page", request("GET", "/index.html", { upgrade: "websocket" }), 401, "no-token"],
  ["an upgrade to HTTP/2", request("GET", "/", { ...bearer, upgrade: "h2c" }), 400, "upgrade"],
  [
    "an upgrade of a POST",
    request("POST", "/", { ...bearer, ...json, upgrade: "websocket" }),
    400,
    "upgrade",
  ],
  ["a form", request("POST", "/", { ...cookie, ...origin, "content-type": "text/plain" }), 415, "not-json"],
  ["no type", request("POST", "/", { ...cookie, ...origin }), 415, "not-json"],
  [
    "JSON in a list of types",
    request("POST", "/", { ...bearer, "content-type": "application/json, text/plain" }),
    415,
    "not-json",
  ],
  ["a DELETE without a type", request("DELETE", "/", bearer), 415, "not-json"],
  ["a preflight", request("OPTIONS", "/", { origin: "http://evil.example" }), 405, "method"],
  ["TRACE", request("TRACE", "/", bearer), 405, "method"],
  ["CONNECT", request("CONNECT", "/", bearer), 405, "method"],
  [
    "a large body",
    request("POST", "/", { ...bearer, ...json, "content-length": "99999999" }),
    413,
    "too-large",
  ],
  [
    "a body of no length",
    request("POST", "/", { ...bearer, ...json, "transfer-encoding": "chunked" }),
    411,
    "no-length",
  ],
  [
    "a length that is no number",
    request("POST", "/", { ...bearer, ...json, "content-length": "-1" }),
    400,
    "bad-headers",
  ],
  ["a GET with a body", request("GET", "/", { ...bearer, "content-length": "5" }), 400, "bad-headers"],
  [
    "two tokens",
    {
      ...request("GET", "/"),
      headers: [
        ["host", "localhost:4400"],
        ["authorization", "a"],
        ["Authorization", "b"],
      ] as const,
    },
    400,
    "bad-headers",
  ],
  ["a long URL", request("GET", `/${"a".repeat(5000)}`, bearer), 414, "bad-target"],
])("refuses: %s", (_, asked, status, code) => {
  expect(decideAccess(asked, settings)).toMatchObject(refused(status, code));
});

test.each([
  "http://evil.example/",
  "*",
  "",
  "api",
  "//evil.example/",
  "/a//b",
  "/../etc/passwd",
  "/a/..",
  "/a/./b",
  "/%2e%2e/etc/passwd",
  "/.%2E/x",
  "/a%2fb",
  "/a%5cb",
  "/a\\..\\b",
  "/a%00",
  "/a%0d%0aset-cookie:x",
  "/%252e%252e/",
  "/a b",
  "/a\u0000",
  "/ä",
  "/a#b",
  "/..;/admin",
  "/%",
  "/%zz",
])("refuses the target %j", (url) => {
  expect(decideAccess(request("GET", url, bearer), settings)).toMatchObject(refused(400, "bad-target"));
});

test.each([
  ["with a token", "/", bearer, admitted("admin")],
  ["of a public page", "/index.html", {}, { kind: "public", path: "/index.html" }],
  ["by a link", "/login?code=c", {}, { kind: "login", code: "c" }],
])("a HEAD %s is decided like a GET, and needs no content type", (_, path, headers, decision) => {
  for (const method of ["GET", "HEAD"])
    expect(decideAccess(request(method, path, headers), settings)).toMatchObject(decision);
});

test("each refusal says in a sentence what was wrong", () => {
  const refusals = [
    request("GET", "/"),
    request("GET", "/", { authorization: "Bearer wrong" }),
    request("TRACE", "/"),
    request("GET", "//"),
    request("GET", "/", { ...bearer, "sec-fetch-site": "cross-site" }),
    request("POST", "/", { ...bearer, "content-type": "text/plain" }),
    request("GET", "/", { ...bearer, upgrade: "h2c" }),
    request("GET", "/", { host: "evil.example.org" }),
  ].map((one) => decideAccess(one, settings));
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ kind: "refused", message: expect.stringMatching(/^[A-Z].{8,}\.$/) });
});

test("says that there were too many wrong tokens, and still knows a right one", () => {
  const many = { ...settings, wrongTokens: defaultLimits.wrongTokens };
  const wrong = request("GET", "/", { authorization: "Bearer x" });
  expect(decideAccess(wrong, many)).toMatchObject(refused(429, "too-many-wrong-tokens"));
  expect(decideAccess(request("GET", "/", bearer), many)).toMatchObject(admitted("admin"));
});

test("shows nothing of foreign text but printable characters", () => {
  const decision = decideAccess(request("GET", "/", { ...bearer, host: "\u001b[31m<b>" }), settings);
  expect(decision).toMatchObject({ message: 'This server does not answer to the name "?[31m<b>".' });
});

test.each([
  [
    "another machine",
    { ...request("GET", "/", bearer), remoteAddress: "192.0.2.7" },
    "Only this machine may connect.",
  ],
  [
    "a page of another site",
    request("GET", "/", { ...bearer, origin: "https://evil.example" }),
    'Pages of "https://evil.example" may not use this server.',
  ],
])("%s is told why", (_, asked, message) => {
  expect(decideAccess(asked, settings)).toMatchObject({ kind: "refused", status: 403, message });
});
