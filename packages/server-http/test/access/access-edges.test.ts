import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { decideAccess, listenPlace, serveGuarded } from "../../src/access/index.ts";
import { request, settings } from "./requests.ts";

const kindOf = (url: string, publicPaths: readonly string[]) =>
  decideAccess(request("GET", url), { ...settings, publicPaths }).kind;

test("a public path stands for itself, and for what is below it only where it ends in a slash", () => {
  const files = ["/index.html", "/assets/"];
  for (const url of ["/index.html", "/index.html?a", "/assets/", "/assets/app.js"])
    expect([url, kindOf(url, files)]).toEqual([url, "public"]);
  for (const url of [
    "/index.html.bak",
    "/index.htmlx",
    "/index.html/x",
    "/assets",
    "/assetsx",
    "/Assets/app.js",
    "/",
  ])
    expect([url, kindOf(url, files)]).toEqual([url, "refused"]);
});

test("the public root is the one page, and not all of them", () => {
  expect([kindOf("/", ["/"]), kindOf("/api", ["/"])]).toEqual(["public", "refused"]);
});

test.each(["0.0.0.0:4400", "[::]", "[::]:4400"])("an address for all interfaces is no host: %s", (text) => {
  expect(() => listenPlace({ from: "user", allowHosts: [text] })).toThrow(
    expect.objectContaining({ code: "not-a-host" }),
  );
});

test("a client that waits for a slow answer is no slow reader", async () => {
  const folder = await mkdtemp(join(tmpdir(), "skein-slow-"));
  const slowReaderMs = 40;
  const server = await serveGuarded({
    place: listenPlace({ from: "user" }),
    recordFile: join(folder, "server.json"),
    limits: { slowReaderMs },
    onRequest(_, response) {
      response.write("first ");
      setTimeout(() => response.end("last"), 10 * slowReaderMs);
    },
  });
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  const answer = await fetch(server.url, { headers: { authorization: `Bearer ${server.token}` } });
  expect(await answer.text()).toBe("first last");
});

test("a server that ends has written down all browsers that were logged in", async () => {
  const folder = await mkdtemp(join(tmpdir(), "skein-end-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const browsersFile = join(folder, "browsers.json");
  const server = await serveGuarded({
    place: listenPlace({ from: "user" }),
    recordFile: join(folder, "server.json"),
    browsersFile,
    onRequest: (_, response) => void response.end(),
  });
  const links = Array.from({ length: 12 }, () => server.browserLink("read"));
  const answers = await Promise.all(links.map((link) => fetch(link, { redirect: "manual" })));
  await server.close();
  expect(answers.map(({ status }) => status)).toEqual(links.map(() => 303));
  const [browsers] = Object.values(
    JSON.parse(await readFile(browsersFile, "utf8")) as Record<string, unknown[]>,
  );
  expect(browsers).toHaveLength(links.length);
});
