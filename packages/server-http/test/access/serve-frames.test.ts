import { request, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { expect, test } from "vitest";
import { framePolicy, isForeignSource } from "../../src/access/frames/frame-policy.ts";
import { defaultLimits, serveFrames, type FrameServer } from "../../src/access/index.ts";

const none = { connect: [], resources: [], frames: [], bases: [] };
const ancestor = "http://127.0.0.1:4400";

const serve = () => serveFrames({ ancestors: () => [ancestor], limits: defaultLimits });

/** Headers as a browser sends them, which `fetch` does not let one set. */
async function get(
  server: FrameServer,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<{ status: number | undefined; policy: string; text: string }> {
  const sent = request(`${server.origins[0] ?? ""}${path}`, { method, headers }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const text = (await answer.toArray()).join("");
  return { status: answer.statusCode, policy: String(answer.headers["content-security-policy"]), text };
}

test("a page is served for a frame of the app alone, in a sandbox without an origin", async () => {
  await using server = await serve();
  const path = server.show("<b>ü</b>", none);
  const { status, policy, text } = await get(server, path, { "sec-fetch-dest": "iframe" });
  expect([status, text]).toEqual([200, "<b>ü</b>"]);
  const rules = policy.split("; ");
  expect(rules).toContain("sandbox allow-scripts allow-forms");
  expect(rules).toContain("default-src 'none'");
  expect(rules).toContain("connect-src 'none'");
  expect(rules).toContain(`frame-ancestors ${ancestor}`);
  expect(policy).not.toContain("allow-same-origin");
});

test.each([
  ["opened by itself", "", { "sec-fetch-dest": "document" }, "GET", 404],
  ["loaded as a script", "", { "sec-fetch-dest": "script" }, "GET", 404],
  ["under a foreign name", "", { host: "evil.example.org" }, "GET", 421],
  ["under a name that leads here", "", { host: "127.0.0.1.nip.io:80" }, "GET", 421],
  ["written to", "", {}, "POST", 404],
  ["guessed", "x", {}, "GET", 404],
  ["asked with a query", "?a", {}, "GET", 404],
] as const)("a page that is %s is not served", async (_, more, headers, method, status) => {
  await using server = await serve();
  const path = server.show("<b>", none);
  const answer = await get(server, `${path}${more}`, headers, method);
  expect([answer.status, answer.text]).toEqual([status, ""]);
});

test("the oldest of many pages is dropped", async () => {
  await using server = await serve();
  const paths = Array.from({ length: 65 }, (__, at) => server.show(`${at}`, none));
  expect(new Set(paths).size).toBe(65);
  expect((await get(server, paths[0] ?? "")).status).toBe(404);
  expect((await get(server, paths[64] ?? "")).text).toBe("64");
});

test.each([
  ["https://api.example.org", true],
  ["https://*.example.org", true],
  ["wss://live.example.org:8443", true],
  ["http://localhost:4400", false],
  ["http://app.localhost", false],
  ["http://127.0.0.1", false],
  ["http://[::1]:80", false],
  ["http://169.254.169.254", false],
  ["https://2130706433", false],
  ["https://0x7f.0x1", false],
  ["https://router.lan", false],
  ["https://printer", false],
  ["https://*", false],
  ["*", false],
  ["https:", false],
  ["data:", false],
  ["'self'", false],
  ["'unsafe-eval'", false],
  ["https://a.example.org/path", false],
  ["https://a.example.org; script-src *", false],
  ["https://a.example.org *", false],
])("a page that declares %s may reach it: %s", (source, isAllowed) => {
  expect(isForeignSource(source)).toBe(isAllowed);
  const all = { connect: [source], resources: [source], frames: [source], bases: [source] };
  expect(framePolicy(all, [ancestor]) === framePolicy(none, [ancestor])).toBe(!isAllowed);
});

test("whatever a page declares, it adds no directive and no keyword", () => {
  const source = fc.oneof(fc.string(), fc.constantFrom("https://a.example.org", "; sandbox", "\n"));
  const list = fc.array(source, { maxLength: 4 });
  const all = fc.record({ connect: list, resources: list, frames: list, bases: list });
  const names = (policy: string) => policy.split("; ").map((rule) => rule.split(" ", 1)[0]);
  checkProperty(
    fc.property(all, (sources) => {
      const policy = framePolicy(sources, [ancestor]);
      expect(names(policy)).toEqual(names(framePolicy(none, [ancestor])));
      expect(policy.match(/'[^']*'/g)?.every((word) => ["'none'", "'unsafe-inline'"].includes(word))).toBe(
        true,
      );
      expect(policy).not.toMatch(/[\n\r,]/);
    }),
  );
});
