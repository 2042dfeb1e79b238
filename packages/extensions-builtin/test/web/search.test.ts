import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { searchEngines, web, type SearchSettings, type WebSettings } from "../../src/web/index.ts";
import { server, wordsOf } from "./desk.ts";

async function searched(settings: SearchSettings, input: object = { query: "snow & ice", count: 2 }) {
  const extension = web({ search: settings });
  const signal = new AbortController().signal;
  const context = { session: "s", callId: "c", cwd: "/", signal, progress: () => {}, callFolder: undefined };
  return wordsOf(await extension.callTool("web_search", input as never, context));
}

interface Asked {
  readonly line: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** An engine on loopback that gives one answer. */
async function engine(answer: unknown, status = 200) {
  const asked: Asked[] = [];
  const listening = await server((request, response) => {
    void text(request)
      .then((body) =>
        asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body }),
      )
      .then(() => {
        response.writeHead(status, { "content-type": "application/json" });
        return response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
      });
  });
  return { url: listening.url, asked, [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose]() };
}

describe("web_search", () => {
  it("asks Brave", async () => {
    const results = [
      {
        title: "Ice <strong>&amp;</strong> snow",
        url: "https://a.example/",
        description: "It <strong>snows</strong>.",
        page_age: "2026-01-02T03:04:05",
      },
      { title: "", url: "https://b.example/" },
      { title: "More than asked for", url: "https://c.example/" },
      { title: "No page", url: "javascript:alert(1)" },
    ];
    await using brave = await engine({ web: { results } });
    const said = await searched({ engine: searchEngines["brave"]!, url: brave.url, key: "k" });
    expect(said).toMatchInlineSnapshot(`
      "1. Ice & snow (2026-01-02)
         https://a.example/
         It snows.
      2. https://b.example/
         https://b.example/"
    `);
    expect(brave.asked).toMatchObject([
      {
        line: "GET /res/v1/web/search?q=snow+%26+ice&count=2",
        headers: { "x-subscription-token": "k" },
        body: "",
      },
    ]);
  });

  it("asks Tavily", async () => {
    await using tavily = await engine({
      results: [{ title: "A", url: "https://a.example/", content: "Snow." }],
    });
    const said = await searched({ engine: searchEngines["tavily"]!, url: tavily.url, key: "k" });
    expect(said).toBe("1. A\n   https://a.example/\n   Snow.");
    expect(tavily.asked).toMatchObject([
      {
        line: "POST /search",
        headers: { authorization: "Bearer k", "content-type": "application/json" },
        body: '{"query":"snow & ice","max_results":2}',
      },
    ]);
  });

  it("asks Exa", async () => {
    const result = {
      title: "A",
      url: "https://a.example/",
      highlights: ["Snow.", "Ice."],
      publishedDate: null,
    };
    await using exa = await engine({ results: [result] });
    const said = await searched({ engine: searchEngines["exa"]!, url: `${exa.url}/`, key: "k" });
    expect(said).toBe("1. A\n   https://a.example/\n   Snow. … Ice.");
    expect(exa.asked).toMatchObject([{ line: "POST /search", headers: { "x-api-key": "k" } }]);
    expect(JSON.parse(exa.asked[0]!.body)).toEqual({
      query: "snow & ice",
      numResults: 2,
      contents: { highlights: { maxCharacters: 500 } },
    });
  });

  it("asks SearXNG at the user's address", async () => {
    await using searxng = await engine({
      results: [{ title: "A", url: "https://a.example/", content: "Snow." }],
    });
    const said = await searched({ engine: searchEngines["searxng"]!, url: `${searxng.url}/searx` });
    expect(said).toBe("1. A\n   https://a.example/\n   Snow.");
    expect(searxng.asked).toMatchObject([{ line: "GET /searx/search?q=snow+%26+ice&format=json" }]);
  });

  it.each([
    [401, {}, "answered with HTTP status 401.\nTell the user that its key is not accepted."],
    [429, {}, "answered with HTTP status 429."],
    [302, {}, "answered with HTTP status 302."],
    [200, "<html>", "gave an answer that is no list of results."],
    [200, { web: { results: "none" } }, "gave an answer that is no list of results."],
    [200, { web: {} }, "found nothing. Try other words."],
  ])("says what an answer of status %i means", async (status, answer, words) => {
    await using brave = await engine(answer, status);
    expect(await searched({ engine: searchEngines["brave"]!, url: brave.url, key: "k" })).toContain(
      `brave ${words}`,
    );
  });

  it("says when there is no answer, and checks its input", async () => {
    const settings = { engine: searchEngines["brave"]!, url: "http://127.0.0.1:1", key: "k" };
    expect(await searched(settings)).toContain("brave could not be asked: connect ECONNREFUSED");
    expect(await searched(settings, { query: " " })).toContain("expected 1 to 400 characters");
    expect(await searched(settings, { query: "a", count: 21 })).toContain("expected an integer from 1 to 20");
  });

  it("is there only with an engine", async () => {
    const names = async (settings: WebSettings) => (await web(settings).tools()).map(({ name }) => name);
    expect(await names({})).toEqual(["fetch"]);
    const search = { engine: searchEngines["brave"]! };
    expect(await names({ search })).toEqual(["fetch", "web_search"]);
  });
});
