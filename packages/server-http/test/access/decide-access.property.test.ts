import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decideAccess, includesRole, roles, type AccessRequest } from "../../src/access/index.ts";
import { browserSecret, settings, token } from "./requests.ts";

const pick = (...values: readonly string[]) => fc.constantFrom(...values);
const names = pick(
  "host",
  "Host",
  "origin",
  "authorization",
  "cookie",
  "content-type",
  "content-length",
  "upgrade",
  "sec-fetch-site",
  "transfer-encoding",
);
const values = fc.oneof(
  pick(
    "127.0.0.1:4400",
    "localhost:4400",
    "skein.example.org",
    "evil.example",
    "null",
    "http://127.0.0.1:4400",
    "http://evil.example",
  ),
  pick(
    `Bearer ${token}`,
    "Bearer x",
    `skein_4400=${browserSecret}`,
    "application/json",
    "text/plain",
    "0",
    "7",
    "websocket",
  ),
  pick("same-origin", "cross-site", "none", "chunked"),
  fc.string(),
);
const paths = fc.oneof(
  pick("/", "/api/sessions", "/login?code=a", "/index.html", "/assets/a.js"),
  fc.string().map((text) => `/${text}`),
  fc.string(),
);
const requests: fc.Arbitrary<AccessRequest> = fc.record({
  method: pick("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"),
  url: paths,
  headers: fc.array(fc.tuple(names, values), { maxLength: 8 }),
  remoteAddress: fc.constantFrom("127.0.0.1", "::1", "::ffff:127.0.0.1", "10.0.0.1", undefined),
});

const all = (asked: AccessRequest, name: string) =>
  asked.headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value.trim().toLowerCase());

test("never fails, and says the same of the same request", () => {
  checkProperty(
    fc.property(requests, (asked) => {
      expect(decideAccess(asked, settings)).toEqual(decideAccess(asked, settings));
    }),
  );
});

test("lets nothing in without one of our secrets, but what is public", () => {
  checkProperty(
    fc.property(requests, (asked) => {
      const has = asked.headers.some(([, value]) => value.includes(token) || value.includes(browserSecret));
      expect(has || decideAccess(asked, settings).kind !== "admitted").toBe(true);
      expect(decideAccess(asked, { ...settings, credentials: [] }).kind).not.toBe("admitted");
    }),
  );
});

test("lets in only who calls us by our name, from this machine, from none but our pages", () => {
  checkProperty(
    fc.property(requests, (asked) => {
      if (decideAccess(asked, settings).kind === "refused") return;
      const [host, ...others] = all(asked, "host");
      expect(others).toEqual([]);
      expect(["127.0.0.1:4400", "localhost:4400", "skein.example.org"]).toContain(
        host?.replace(/^(skein\.example\.org):\d+$/, "$1"),
      );
      expect(asked.remoteAddress).not.toBe("10.0.0.1");
      expect(
        all(asked, "origin").filter(
          (one) => !/^https?:\/\/(127\.0\.0\.1:4400|localhost:4400|skein\.example\.org(:\d+)?)$/.test(one),
        ),
      ).toEqual([]);
      expect(all(asked, "sec-fetch-site").filter((one) => one !== "same-origin" && one !== "none")).toEqual(
        [],
      );
    }),
  );
});

test("a write is JSON of a known length, and of a browser it says its page", () => {
  checkProperty(
    fc.property(requests, (asked) => {
      const decision = decideAccess(asked, settings);
      if (decision.kind !== "admitted" || asked.method === "GET" || asked.method === "HEAD") return;
      expect(all(asked, "content-type")[0]).toMatch(/^application\/json/);
      expect(all(asked, "transfer-encoding")).toEqual([]);
      expect(all(asked, "origin").length).toBeGreaterThanOrEqual(decision.credential === "page" ? 1 : 0);
    }),
  );
});

test("a header more never opens what was closed, unless it brings a secret or what was missing", () => {
  const harmless = fc.tuple(
    pick("origin", "host", "upgrade", "sec-fetch-site", "transfer-encoding"),
    fc.string({ minLength: 1 }),
  );
  checkProperty(
    fc.property(requests, harmless, (asked, [name, value]) => {
      const has = all(asked, name).length > 0;
      if (!has || decideAccess(asked, settings).kind !== "refused") return;
      const more = { ...asked, headers: [...asked.headers, [name, value] as const] };
      expect(decideAccess(more, settings).kind).toBe("refused");
    }),
  );
});

test("a path that is let in has one reading", () => {
  checkProperty(
    fc.property(fc.string(), fc.boolean(), (text, isEncoded) => {
      const url = `/${isEncoded ? encodeURIComponent(text) : text}`;
      const decision = decideAccess(
        {
          method: "GET",
          url,
          headers: [
            ["host", "localhost:4400"],
            ["authorization", `Bearer ${token}`],
          ],
          remoteAddress: undefined,
        },
        settings,
      );
      if (decision.kind === "refused") return;
      const { pathname } = new URL(url, "http://localhost:4400");
      expect("path" in decision && decision.path).toBe(pathname);
      expect(decodeURIComponent(pathname).split("/")).not.toContain("..");
    }),
  );
});

test("a role may do what those before it may", () => {
  for (const [at, role] of roles.entries())
    expect(roles.filter((needed) => includesRole(role, needed))).toEqual(roles.slice(0, at + 1));
});
