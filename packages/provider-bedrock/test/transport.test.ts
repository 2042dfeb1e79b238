import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { collect, never, temporaryFolder } from "@skein/test-kit";
import { bedrockFrames, serveScript } from "@skein/provider-conformance/servers";
import { eventStream, hello, keys, modelId, provider, simple } from "./replies.ts";

const whole = { status: 200, contentType: eventStream, body: bedrockFrames(hello) };
const list = { status: 200, contentType: "application/json", body: Buffer.from('{"modelSummaries":[]}') };

describe("the way to the endpoint", () => {
  it("is a proxy, where the settings or the environment name one", async () => {
    await using proxy = await serveScript(({ method }) => (method === "GET" ? list : whole));
    const addresses = { baseUrl: "http://runtime.example", controlUrl: "http://control.example" };
    const ways = [{ proxy: proxy.url }, { env: { http_proxy: proxy.url } }];
    for (const way of ways) {
      const own = provider({ ...addresses, headers: { "x-team": "blue" }, ...way });
      await collect(own.model(modelId).stream(simple, never));
      await own.check();
    }
    const paths = [
      `http://runtime.example/model/${encodeURIComponent(modelId)}/converse-stream`,
      "http://control.example/foundation-models?byOutputModality=TEXT",
    ];
    expect(proxy.requests.map(({ path }) => path)).toEqual([...paths, ...paths]);
    for (const { headers } of proxy.requests)
      expect(headers).toMatchObject({
        "x-team": "blue",
        authorization: expect.stringContaining("x-team") as string,
      });
  });

  it("is written down without keys, also those that come later", async () => {
    const tokens = ["first-token-of-a-session", "second-token-of-a-session"];
    await using server = await serveScript((request) => ({
      ...whole,
      body: Buffer.concat([whole.body, Buffer.from(String(request.headers["x-amz-security-token"]))]),
    }));
    await using folder = await temporaryFolder();
    let asked = 0;
    const credentials = () => {
      // Once before the first request, and then for each.
      const sessionToken = tokens[asked++ < 2 ? 0 : 1]!;
      return Promise.resolve({ ...keys, sessionToken });
    };
    const model = provider({ baseUrl: server.url, credentials, httpLog: folder.path }).model(modelId);
    for (const _ of tokens) await collect(model.stream(simple, never)).catch(() => undefined);
    expect(server.requests.map(({ headers }) => headers["x-amz-security-token"])).toEqual(tokens);
    const names = (await readdir(folder.path)).toSorted();
    const texts = await Promise.all(names.map((name) => readFile(join(folder.path, name), "latin1")));
    expect(names.length).toBe(6);
    expect(texts[0]).toContain('"authorization": "[key]"');
    expect(texts[1]).toContain("Hello from ");
    expect(texts.filter((_, at) => at % 3 === 1).every((body) => body.includes("[key]"))).toBe(true);
    for (const secret of [...tokens, keys.secretAccessKey]) expect(texts.join("")).not.toContain(secret);
  });
});
