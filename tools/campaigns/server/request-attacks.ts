import { gotIn, rawRequest, requestText } from "./raw-request.ts";
import type { Attack, Target } from "./target.ts";

type Headers = Readonly<Record<string, string | undefined>>;

/** Reads with these headers; `$HOST` and `$PORT` are the server's. */
function reads(group: string, cases: Readonly<Record<string, Headers>>): readonly Attack[] {
  return Object.entries(cases).map(([name, headers]) => ({
    group,
    name,
    run: async (target) =>
      gotIn(await rawRequest(target, requestText(target, `GET ${target.read}`, filled(target, headers)))),
  }));
}

function writes(group: string, cases: Readonly<Record<string, Headers>>): readonly Attack[] {
  return Object.entries(cases).map(([name, headers]) => ({
    group,
    name,
    run: async (target) =>
      gotIn(
        await rawRequest(
          target,
          requestText(target, `POST ${target.write}`, filled(target, headers), target.body),
        ),
      ),
  }));
}

function upgrades(cases: Readonly<Record<string, Headers>>): readonly Attack[] {
  const handshake = {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  };
  return Object.entries(cases).map(([name, headers]) => ({
    group: "WebSocket",
    name,
    run: async (target) => {
      const text = requestText(target, `GET ${target.events}`, { ...handshake, ...filled(target, headers) });
      return gotIn(await rawRequest(target, text));
    },
  }));
}

function filled({ url }: Target, headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value?.replaceAll("$HOST", url.host).replaceAll("$PORT", url.port),
    ]),
  );
}

/** A target of a request line, where only the plain path may be read. */
function targets(group: string, lines: readonly string[]): readonly Attack[] {
  return lines.map((line) => ({
    group,
    name: JSON.stringify(line),
    run: async (target) =>
      gotIn(await rawRequest(target, requestText(target, `GET ${line.replace("$READ", target.read)}`))),
  }));
}

function verbatim(group: string, name: string, text: (target: Target) => string): Attack {
  return { group, name, run: async (target) => gotIn(await rawRequest(target, text(target))) };
}

const noToken = { Authorization: undefined };

/** Requests that a server refuses by what they say. */
export const requestAttacks: readonly Attack[] = [
  ...reads("Host", {
    "a foreign name": { Host: "evil.example:$PORT" },
    "a foreign name without a port": { Host: "evil.example" },
    "another port": { Host: "127.0.0.1:1" },
    "a dot behind it": { Host: "localhost.:$PORT" },
    "a name that begins like ours": { Host: "localhost.evil.example:$PORT" },
    "a user before it": { Host: "localhost@evil.example:$PORT" },
    "a short address": { Host: "127.1:$PORT" },
    "an address as a number": { Host: "2130706433:$PORT" },
    "all interfaces": { Host: "0.0.0.0:$PORT" },
    "IPv4 inside IPv6": { Host: "[::ffff:127.0.0.1]:$PORT" },
    "a list": { Host: "$HOST, evil.example" },
    none: { Host: undefined },
  }),
  verbatim("Host", "two of them", (target) =>
    requestText(target, `GET ${target.read}`, { HOST: "evil.example" }),
  ),
  verbatim("Host", "a foreign one in the request line", (target) =>
    requestText(target, `GET http://evil.example${target.read}`),
  ),
  ...reads("Origin", {
    "a foreign page": { Origin: "http://evil.example" },
    null: { Origin: "null" },
    "another port of this machine": { Origin: "http://127.0.0.1:1" },
    "one that begins like ours": { Origin: "http://$HOST.evil.example" },
    "a file": { Origin: "file://" },
    "an extension of the browser": { Origin: "chrome-extension://aaaabbbbccccddddeeeeffffgggghhhh" },
    "a cross-site request without it": { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors" },
    "a request of another port without it": { "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors" },
  }),
  ...writes("cross-site write", {
    "text/plain": { "Content-Type": "text/plain", Origin: "http://evil.example" },
    "text/plain without an origin": { "Content-Type": "text/plain" },
    "a form": { "Content-Type": "application/x-www-form-urlencoded" },
    "a form with files": { "Content-Type": "multipart/form-data; boundary=x" },
    "no type": { "Content-Type": undefined },
    "JSON in a list of types": { "Content-Type": "text/plain, application/json" },
    "JSON of a foreign page": { Origin: "http://evil.example" },
    "JSON of Origin: null": { Origin: "null" },
  }),
  verbatim("cross-site write", "a preflight", (target) =>
    requestText(target, `OPTIONS ${target.write}`, {
      ...noToken,
      Origin: "http://evil.example",
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "content-type",
    }),
  ),
  verbatim("cross-site write", "a write that says it is a read", (target) =>
    requestText(target, `GET ${target.write}`, { "X-HTTP-Method-Override": "POST" }, target.body),
  ),
  ...upgrades({
    "of a foreign page": { Origin: "http://evil.example" },
    "of Origin: null": { Origin: "null" },
    "under a foreign name": { Host: "evil.example:$PORT" },
    "without a token": { ...noToken, Origin: "http://$HOST" },
    "with a wrong token": { Authorization: "Bearer wrong", Origin: "http://$HOST" },
    "to another protocol": { Upgrade: "h2c", "HTTP2-Settings": "AAMAAABkAAQAAP__" },
  }),
  ...targets("path", [
    "/../../../../etc/passwd",
    "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/..%2f..%2f..%2fetc%2fpasswd",
    "/..%5c..%5cetc%5cpasswd",
    "/%252e%252e/%252e%252e/etc/passwd",
    "/assets/../../../etc/passwd",
    "/.%00./etc/passwd",
    "/..;/..;/etc/passwd",
    "//etc/passwd",
    "/\\..\\..\\etc\\passwd",
    "/x/..$READ",
    "/.$READ",
    "/$READ",
    "/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/assets/..%2f..%2f..%2fetc%2fpasswd",
    "/assets/..%5c..%5cindex.html",
    "/assets/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd",
    "/assets/.%2e/index.html",
    "/assets//etc/passwd",
    "/assets/x%00.js",
    "/index.html/../../etc/passwd",
    "/.env",
    "/.git/config",
    "/package.json",
  ]),
  ...reads("token", {
    none: noToken,
    "a wrong one": { Authorization: `Bearer ${"a".repeat(43)}` },
    "an empty one": { Authorization: "Bearer " },
    "another scheme": { Authorization: "Basic YWRtaW46YWRtaW4=" },
    "an empty cookie": { ...noToken, Cookie: "skein_$PORT=" },
    "a list of tokens": { Authorization: "Bearer a, Bearer b" },
  }),
  ...["POST /", "PUT /index.html", "DELETE /index.html", "PATCH /assets/index.js"].map((line) =>
    verbatim("page", `${line}, with the right token`, (target) => requestText(target, line, {}, "{}")),
  ),
  verbatim("page", "a foreign page reads one", (target) =>
    requestText(target, "GET /", { ...noToken, Origin: "http://evil.example" }),
  ),
  verbatim("page", "a foreign page shows one in a frame", (target) =>
    requestText(target, "GET /", { ...noToken, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "iframe" }),
  ),
  verbatim("page", "one under a foreign name", (target) =>
    requestText(target, "GET /", {
      ...noToken,
      Host: "evil.example:$PORT".replace("$PORT", target.url.port),
    }),
  ),
  verbatim("page", "one that becomes a WebSocket", (target) =>
    requestText(target, "GET /", {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }),
  ),
  verbatim("token", "the right one in the query", (target) =>
    requestText(target, `GET ${target.read}?token=${target.token ?? ""}`, noToken),
  ),
  verbatim("token", "the right one in other letters", (target) =>
    requestText(target, `GET ${target.read}`, { Authorization: `Bearer ${swapped(target.token ?? "")}` }),
  ),
  verbatim("token", "half of the right one", (target) =>
    requestText(target, `GET ${target.read}`, {
      Authorization: `Bearer ${(target.token ?? "").slice(0, 20)}`,
    }),
  ),
  verbatim("token", "a guessed code of a browser", (target) =>
    requestText(target, "GET /login?code=guessed", noToken),
  ),
  verbatim("length", "two of them", (target) =>
    requestText(target, `POST ${target.write}`, { "content-length": "3" }, target.body),
  ),
  verbatim("length", "one beside chunks", (target) =>
    requestText(target, `POST ${target.write}`, { "Transfer-Encoding": "chunked" }, target.body),
  ),
  verbatim(
    "length",
    "chunks",
    (target) =>
      requestText(target, `POST ${target.write}`, {
        "Content-Type": "application/json",
        "Transfer-Encoding": "chunked",
      }) + `${Buffer.byteLength(target.body).toString(16)}\r\n${target.body}\r\n0\r\n\r\n`,
  ),
];

function swapped(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
