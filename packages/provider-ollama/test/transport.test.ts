import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { collect, never, temporaryFolder } from "@skein/test-kit";
import { serveScript } from "@skein/provider-conformance/servers";
import { createOllama } from "../src/index.ts";
import { hello, lines, noRetries } from "./replies.ts";

const key = "ollama-key-0123456789";

/** Says the key again, as servers do in errors. */
const answers = () =>
  serveScript(({ path }) =>
    path.endsWith("/api/show")
      ? { status: 200, contentType: "application/json", body: Buffer.from("{}") }
      : {
          status: 200,
          contentType: "application/x-ndjson",
          body: Buffer.from(lines([{ content: `hi, ${key}` }])),
        },
  );

describe("the way to the server", () => {
  it("is a proxy, where the settings or the environment name one", async () => {
    await using proxy = await answers();
    const headers = { "x-team": "blue" };
    const baseUrl = "http://ollama.example:11434";
    const ways = [{ proxy: proxy.url }, { env: { http_proxy: proxy.url } }];
    for (const way of ways) {
      const settings = { ...noRetries, baseUrl, headers, ...way };
      await collect(createOllama(settings).model("demo:1b").stream(hello, never));
    }
    const paths = ["/api/show", "/api/chat"].map((path) => `${baseUrl}${path}`);
    expect(proxy.requests.map(({ path }) => path)).toEqual([...paths, ...paths]);
    expect(proxy.requests.every((request) => request.headers["x-team"] === "blue")).toBe(true);
  });

  it("is written down without the key", async () => {
    await using server = await answers();
    await using folder = await temporaryFolder();
    const settings = { ...noRetries, apiKey: key, baseUrl: server.url, httpLog: folder.path };
    await collect(createOllama(settings).model("demo:1b").stream(hello, never));
    const names = (await readdir(folder.path)).toSorted();
    const texts = await Promise.all(names.map((name) => readFile(join(folder.path, name), "utf8")));
    expect(names).toEqual(
      ["0001", "0002"].flatMap((count) =>
        ["request.json", "response.body", "response.json"].map((kind) => `${count}-${kind}`),
      ),
    );
    expect(JSON.parse(texts[3]!)).toMatchObject({ method: "POST", body: server.requests[1]!.json() });
    expect(texts[4]).toContain("hi, [key]");
    expect(texts.join("")).not.toContain(key);
  });

  it("is none where a certificate cannot be read", async () => {
    const settings = { ...noRetries, baseUrl: "https://ollama.example", ca: "/nowhere/ca.pem" };
    await expect(createOllama(settings).prepare()).rejects.toMatchObject({
      code: "unreadable",
      message: expect.stringContaining("/nowhere/ca.pem") as string,
    });
  });
});
