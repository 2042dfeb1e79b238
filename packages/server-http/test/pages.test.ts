import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPages } from "../src/pages/read-pages.ts";
import { serveScripted } from "./served.ts";

const script = "export const words = 'a script';\n".repeat(100);

/** A small app as a bundler leaves it, in a folder that also has what must not be served. */
async function builtApp() {
  const parent = await mkdtemp(join(tmpdir(), "skein-pages-"));
  const folder = join(parent, "app");
  await mkdir(join(folder, "assets"), { recursive: true });
  const files = {
    "index.html": "<!doctype html><script type=module src=/assets/index-Ab12.js></script>",
    "assets/index-Ab12.js": script,
    "manifest.webmanifest": "{}",
    "icon.png": "not really one",
    "build.log": "not for browsers",
    ".env": "SECRET=1",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await writeFile(join(parent, "outside.js"), "outside");
  await symlink(join(parent, "outside.js"), join(folder, "assets", "link.js"));
  await symlink(parent, join(folder, "assets", "up"));
  return { folder, [Symbol.asyncDispose]: () => rm(parent, { recursive: true }) };
}

async function servedApp() {
  const app = await builtApp();
  const served = await serveScripted([], { assets: app.folder });
  const get = (path: string, init?: RequestInit) => fetch(`${served.server.url}${path}`, init);
  return {
    ...served,
    get,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

test("files of the app are sent with their types, how long they hold, and the policy of pages", async () => {
  await using served = await servedApp();
  const seen = await Promise.all(
    ["/", "/assets/index-Ab12.js", "/manifest.webmanifest", "/icon.png"].map(async (path) => {
      const { status, headers } = await served.get(path);
      return [path, status, headers.get("content-type"), headers.get("cache-control")];
    }),
  );
  expect(seen).toEqual([
    ["/", 200, "text/html; charset=utf-8", "no-store"],
    ["/assets/index-Ab12.js", 200, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"],
    ["/manifest.webmanifest", 200, "application/manifest+json", "no-cache"],
    ["/icon.png", 200, "image/png", "no-cache"],
  ]);
  const page = await served.get("/");
  expect(page.headers.get("content-security-policy")).toMatch(/default-src 'none'; script-src 'self';/);
  expect([page.headers.get("x-content-type-options"), page.headers.get("set-cookie")]).toEqual([
    "nosniff",
    null,
  ]);
});

test("no other address leads to the app, and none of them to what a browser does not use", async () => {
  await using served = await servedApp();
  for (const other of [
    "/sessions",
    "/assets/none.js",
    "/assets/",
    "/assets",
    "/.env",
    "/build.log",
    "/app",
  ]) {
    expect([other, (await served.get(other)).status]).toEqual([other, 401]);
    expect([other, (await served.get(other, { headers: served.as("admin") })).status]).toEqual([other, 404]);
  }
  expect((await served.get("/api/server")).status).toBe(401);
});

test("links in the folder lead nowhere", async () => {
  await using served = await servedApp();
  for (const path of ["/assets/link.js", "/assets/up/outside.js", "/assets/%2e%2e/%2e%2e/outside.js"]) {
    const { status } = await served.get(path, { headers: served.as("admin") });
    expect([path, [400, 404].includes(status)]).toEqual([path, true]);
  }
});

test("a script is compressed for who takes it, and not sent again to who has it", async () => {
  await using served = await servedApp();
  const path = "/assets/index-Ab12.js";
  const sizes = await Promise.all(
    ["gzip, br", "identity", "gzip;q=0"].map(async (encoding) => {
      const { headers } = await served.get(path, { headers: { "accept-encoding": encoding } });
      return Number(headers.get("content-length"));
    }),
  );
  expect(sizes[0]).toBeLessThan(script.length / 10);
  expect(sizes.slice(1)).toEqual([script.length, script.length]);
  const whole = await served.get(path);
  expect(await whole.text()).toBe(script);
  const again = await served.get(path, { headers: { "if-none-match": whole.headers.get("etag") ?? "" } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const head = await served.get(path, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("nothing is written to a page, by no method", async () => {
  await using served = await servedApp();
  const headers = { ...served.as("admin"), "content-type": "application/json" };
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    expect([method, (await served.get("/", { method, headers, body: "{}" })).status]).toEqual([method, 404]);
});

test("a folder without an app is refused by name", async () => {
  const folder = await mkdtemp(join(tmpdir(), "skein-pages-"));
  await expect(readPages(folder)).rejects.toThrow(`${folder}: index.html is missing.`);
  await expect(readPages(join(folder, "none"))).rejects.toThrow("cannot be read");
  await rm(folder, { recursive: true });
});
