import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { answerOf, run } from "./operate.ts";
import { call, serveScripted, text } from "./served.ts";

const weather = fileURLToPath(new URL("../../extensions/test/servers/weather.ts", import.meta.url));

/** A server with a browser app, and a session whose first call has a page. */
async function withPage(assets: string | undefined) {
  const turns = [[call("weather__forecast", { city: "Ulm" })], [text("Sunny.")]];
  const served = await serveScripted(turns, assets === undefined ? {} : { assets });
  await mkdir(join(served.home, "config"), { recursive: true }); // oxlint-disable-line
  const settings = {
    extensions: { weather: { command: process.execPath, args: [weather] } },
    permissions: { allow: ["weather__forecast"] },
  };
  await writeFile(join(served.home, "config", "config.yaml"), JSON.stringify(settings));
  const session = await served.session();
  await run(served, session, "How is the weather?");
  return { served, session, page: { session, call: "call-weather__forecast" } };
}

async function app() {
  const path = await mkdtemp(join(tmpdir(), "skein-app-"));
  await writeFile(join(path, "index.html"), "<!doctype html>");
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

test("the page of a call is served on another origin, which the app may show and nothing else", async () => {
  await using folder = await app();
  const { served, page } = await withPage(folder.path);
  await using _ = served;
  const { urls } = await answerOf(served, "useApp", page);
  expect(urls).toHaveLength(2);
  const [url = ""] = urls as readonly string[];
  expect(new URL(url).port).not.toBe(new URL(served.server.url).port);
  const frame = await fetch(url);
  expect(await frame.text()).toContain("<h1>Weather</h1>");
  expect(frame.headers.get("content-security-policy")).toContain(
    `frame-ancestors ${served.server.url} http://localhost:`,
  );
  const own = await fetch(served.server.url);
  expect(own.headers.get("content-security-policy")).toContain(`frame-src ${new URL(url).origin}`);
  expect((await fetch(`${new URL(url).origin}/api/server`, { headers: served.as("admin") })).status).toBe(
    404,
  );
});

test("a page calls tools of its own extension, as far as the session's permissions and the client's role go", async () => {
  await using folder = await app();
  const { served, page } = await withPage(folder.path);
  await using _ = served;
  const wish = { ...page, input: { city: "Bonn" } };
  expect(await answerOf(served, "useApp", { ...wish, tool: "forecast" })).toEqual({
    content: [{ type: "text", text: "Bonn: sun, 21 °C" }],
    isFailure: false,
  });
  const refresh = { ...wish, tool: "refresh" };
  expect(await answerOf(served, "useApp", refresh)).toEqual({
    asks: { tool: "weather__refresh", reason: expect.any(String) },
  });
  const path = `/sessions/${page.session}/calls/${page.call}/app`;
  const approved = { tool: "refresh", input: {}, isApproved: true };
  expect((await served.ask("POST", path, approved, served.as("prompt"))).status).toBe(403);
  expect(await answerOf(served, "useApp", { ...refresh, isApproved: true })).toMatchObject({
    content: [{ text: "Bonn: rain, refreshed 1" }],
  });
  for (const tool of ["think", "shell", "developer__shell", "constructor", "weather__forecast"])
    expect(await answerOf(served, "useApp", { ...wish, tool, isApproved: true })).toMatchObject({
      isFailure: true,
    });
});

test("a call without a page has none to show", async () => {
  await using folder = await app();
  const { served, session } = await withPage(folder.path);
  await using _ = served;
  const asked = await served.ask("POST", `/sessions/${session}/calls/none/app`, {});
  expect([asked.status, asked.body.error.message]).toEqual([400, "The result of the call none has no page."]);
});

test("without the browser app, pages are neither announced nor shown", async () => {
  const { served, page } = await withPage(undefined);
  await using _ = served;
  const asked = await served.ask("POST", `/sessions/${page.session}/calls/${page.call}/app`, {});
  expect([asked.status, asked.body.error.code]).toEqual([400, "usage"]);
});
