import { isFailure } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { fetcher, server, wordsOf } from "./desk.ts";

const literals = `
  127.0.0.1 127.1 127.0.1 127.255.255.254 2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1
  017700000001 0x7f.1 0 0.0.0.0 127.0.0.1. １２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 10.0.0.1 10.255.0.1
  172.16.0.1 172.31.255.254 192.168.1.1 3232235777 100.64.0.1 169.254.169.254 2852039166
  0xa9fea9fe 0251.0376.0251.0376 169.254.170.2 192.0.0.192 192.0.2.1 198.18.0.1 198.51.100.1
  203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 [::1] [::] [0:0:0:0:0:0:0:1]
  [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:a9fe:a9fe] [::127.0.0.1] [fe80::1] [fec0::1]
  [fd00:ec2::254] [fc00::1] [ff02::1] [64:ff9b::7f00:1] [64:ff9b:1::1] [2002:7f00:1::]
  [2001:0:7f00:1::] [2001:db8::1]
`
  .trim()
  .split(/\s+/);

const names: Readonly<Record<string, readonly string[]>> = {
  localhost: ["127.0.0.1", "::1"],
  "inside.example": ["10.1.2.3"],
  "mixed.example": ["93.184.216.34", "127.0.0.1"],
  "metadata.google.internal": ["169.254.169.254"],
  "127.0.0.1.nip.io": ["127.0.0.1"],
  "six.example": ["::ffff:192.168.0.1"],
  "none.example": [],
};

const tricks = [
  "http://example.com@127.0.0.1/",
  "http://user:password@93.184.216.34/",
  "http://127.0.0.1#@example.com/",
  "http://127.0.0.1?@example.com/",
  "http://127.0.0.1\\@example.com/",
  "http://127.0.0.1%2f@example.com/",
  "http://127.0.\t0.1/",
  "HTTP://LOCALHOST/",
  "http://localhost./",
  "file:///etc/passwd",
  "ftp://127.0.0.1/",
  "gopher://127.0.0.1:6379/_INFO",
  "data:text/plain,x",
  "//127.0.0.1/",
  "http://",
];

const resolve = (host: string) =>
  Object.hasOwn(names, host) ? Promise.resolve(names[host] ?? []) : Promise.reject(new Error("no such name"));

describe("fetch", () => {
  it("knows at least 60 ways to a private place", () => {
    expect(literals.length + Object.keys(names).length + tricks.length).toBeGreaterThanOrEqual(60);
  });

  it.each([
    ...literals.map((host) => `http://${host}/`),
    ...literals.slice(0, 8).map((host) => `https://${host}:8443/x`),
    ...Object.keys(names).map((host) => `http://${host}/`),
    ...tricks,
  ])("refuses %s", async (url) => {
    const outcome = await fetcher({ resolve })(url);
    expect(isFailure(outcome)).toBe(true);
    expect(wordsOf(outcome)).toMatch(
      /which is not public|user name or password|expected an address that begins/,
    );
  });

  it("says what it leads to and what to do", async () => {
    expect(wordsOf(await fetcher({ resolve })("http://inside.example/x"))).toMatchInlineSnapshot(`
      "inside.example is not read: it leads to 10.1.2.3, which is not public.
      For a server of this machine or network use the shell."
    `);
  });

  it("connects to the address that was checked, and asks for a name once", async () => {
    await using there = await server((_, response) => response.end("here"));
    let asked = 0;
    const read = fetcher({
      privateHosts: [`pinned.example:${there.port}`],
      resolve: () => {
        asked++;
        return Promise.resolve(["127.0.0.1"]);
      },
    });
    expect(wordsOf(await read(`http://pinned.example:${there.port}/`))).toContain("here");
    expect(asked).toBe(1);
  });

  it("checks a name again at each redirect: one that leads elsewhere meanwhile is refused", async () => {
    await using there = await server((_, response) => response.writeHead(302, { location: "/next" }).end());
    const answers = ["127.0.0.1", "127.0.0.2"];
    const read = fetcher({
      privateHosts: [`127.0.0.1:${there.port}`],
      resolve: () => Promise.resolve([answers.shift() ?? "10.0.0.1"]),
    });
    const said = wordsOf(await read(`http://rebound.example:${there.port}/`));
    expect(said).toContain("redirects: rebound.example is not read: it leads to 127.0.0.2");
    expect(there.asked).toEqual(["/"]);
  });

  it.each([
    "http://127.0.0.1:1/",
    "http://localhost/",
    "http://169.254.169.254/latest/meta-data/",
    "file:///etc/passwd",
    "//[::1]/",
    "http://2130706433/",
  ])("refuses a redirect to %s", async (location) => {
    await using there = await server((_, response) => response.writeHead(307, { location }).end());
    const read = fetcher({ privateHosts: [`127.0.0.1:${there.port}`], resolve });
    const outcome = await read(there.url);
    expect(isFailure(outcome)).toBe(true);
    expect(wordsOf(outcome)).toMatch(/redirects/);
  });
});
