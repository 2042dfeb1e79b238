import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extractText, type Entry } from "@skein/protocol";
import { hostWith, machineOf, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { collectEntries } from "../src/sessions.ts";

it("an engine is asked by a tool of the session", async () => {
  await using folder = await temporaryFolder();
  const engine = createServer((_, response) => {
    response.end(
      JSON.stringify({ results: [{ title: "Snow", url: "https://a.example/", content: "It snows." }] }),
    );
  }).listen(0, "127.0.0.1");
  await once(engine, "listening");
  const { port } = engine.address() as AddressInfo;
  const webSearch = `webSearch: { engine: searxng, url: "http://127.0.0.1:${port}" }\n`;
  machineOf(
    folder.path,
    {},
    { "home/config/config.yaml": `${webSearch}permissions: { web_search: allow }\n` },
  );
  const search = { type: "tool-call", id: "1", name: "web_search", input: { query: "snow" } } as const;
  const { host } = await hostWith(folder.path, [[search], [text("It snows.")]]);
  try {
    const session = await host.open({ cwd: folder.path, attended: false });
    expect((await session.prepare()).tools).toEqual(expect.arrayContaining(["fetch", "web_search"]));
    await (
      await session.send("Does it snow?")
    ).result;
    const entries = await collectEntries(host.sessions.entries(session.id));
    const result = entries.find(
      (one): one is Extract<Entry, { kind: "tool-result" }> => one.kind === "tool-result",
    );
    expect(extractText(result?.content ?? [])).toBe("1. Snow\n   https://a.example/\n   It snows.");
  } finally {
    await host.close();
    engine.closeAllConnections();
    engine.close();
  }
});
