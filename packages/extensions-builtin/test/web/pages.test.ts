import { gzipSync } from "node:zlib";
import { isFailure } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { fetcher, server, wordsOf } from "./desk.ts";

const html = `<html><head><title>T</title><script>steal()</script></head>
<body><h1>Hello</h1><p>A <a href="/more">link</a> and <b>bold</b>.</p></body></html>`;

async function said(
  body: string | Buffer,
  headers: Record<string, string> = {},
  status = 200,
): Promise<string> {
  await using there = await server((_, response) => response.writeHead(status, headers).end(body));
  const text = wordsOf(await fetcher({ privateHosts: ["127.0.0.1"] })(`${there.url}/page`));
  return text.replaceAll(there.url, "http://site");
}

describe("a page", () => {
  it("is Markdown, with absolute links and without scripts", async () => {
    const text = await said(html, { "content-type": "text/html" });
    expect(text).toContain("[http://site/page]");
    expect(text).toContain("# Hello");
    expect(text).toContain("[link](http://site/more)");
    expect(text).not.toContain("steal");
  });

  it("is text as it is, in its encoding, and unpacked", async () => {
    expect(await said('{"a":1}', { "content-type": "application/json" })).toBe(
      '[http://site/page]\n\n{"a":1}',
    );
    const latin = Buffer.from("caf\u00e9", "latin1");
    expect(await said(latin, { "content-type": "text/plain; charset=iso-8859-1" })).toContain("café");
    expect(await said(gzipSync("packed"), { "content-encoding": "gzip" })).toContain("packed");
    expect(await said("x", { "content-encoding": "zstd" })).toContain("zstd, which was not asked for");
  });

  it("is what its bytes are, whatever it calls itself", async () => {
    expect(await said("%PDF-1.7", { "content-type": "text/html" })).toContain(
      "Not shown: text/html, 8 bytes",
    );
    expect(await said(Buffer.from([1, 0, 2]), { "content-type": "text/plain" })).toContain("Not shown");
    expect(await said("<!doctype html><h1>Hi</h1>")).toContain("# Hi");
  });

  it("has its status when that is an error, and its new address after redirects", async () => {
    expect(await said("gone", { "content-type": "text/plain" }, 404)).toBe(
      "[http://site/page: HTTP status 404]\n\ngone",
    );
    await using there = await server(({ url }, response) =>
      url === "/a" ? response.writeHead(301, { location: "/b" }).end() : response.end("moved"),
    );
    const text = wordsOf(await fetcher({ privateHosts: ["127.0.0.1"] })(`${there.url}/a`));
    expect(text).toBe(`[${there.url}/b (asked for ${there.url}/a)]\n\nmoved`);
  });

  it("is not read on another host, which is a call of its own", async () => {
    await using there = await server((_, response) =>
      response.writeHead(302, { location: "http://other.example/page" }).end(),
    );
    const text = wordsOf(await fetcher({ privateHosts: ["127.0.0.1"] })(`${there.url}/a`));
    expect(text).toContain(`${there.url}/a redirects to http://other.example/page, which is another host.`);
    expect(text).toContain("Call fetch again with that address");
    expect(there.asked).toEqual(["/a"]);
  });

  it("is cut at 12 kB for the model, and at 5 MB from the server, packed or not", async () => {
    const text = await said("line\n".repeat(10_000), { "content-type": "text/plain" });
    expect(Buffer.byteLength(text)).toBeLessThan(13_500);
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, "a "));
    expect(await said(bomb, { "content-type": "text/plain", "content-encoding": "gzip" })).toContain(
      "only its first 5 MB",
    );
  });

  it("is asked for once in a quarter of an hour", async () => {
    await using there = await server((_, response) => response.end("once"));
    const read = fetcher({ privateHosts: ["127.0.0.1"] });
    await read(there.url);
    expect(wordsOf(await read(there.url))).toContain("once");
    expect(there.asked).toHaveLength(1);
  });

  it("that redirects in a circle is given up", async () => {
    await using there = await server((_, response) => response.writeHead(302, { location: "/" }).end());
    expect(wordsOf(await fetcher({ privateHosts: ["127.0.0.1"] })(there.url))).toContain("more than 5 times");
    expect(there.asked).toHaveLength(6);
  });

  it("that does not end is left when the call is interrupted", async () => {
    await using there = await server((_, response) => void response.write("begin"));
    const interrupted = new AbortController();
    const reading = fetcher({ privateHosts: ["127.0.0.1"] })(there.url, interrupted.signal);
    setTimeout(() => interrupted.abort(), 100);
    expect(isFailure(await reading)).toBe(true);
  });
});
