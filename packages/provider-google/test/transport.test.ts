import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { googleServer } from "@skein/provider-conformance/servers";
import { collect, never, temporaryFolder } from "@skein/test-kit";
import { createGoogle } from "../src/index.ts";
import { simple } from "./replies.ts";

const whole = { parts: [{ type: "text", text: "hi" }] } as const;
const refused = { status: 401, body: { error: { message: "no" } } };

describe("the way to the endpoint", () => {
  it("is a proxy, where the settings or the environment name one", async () => {
    await using proxy = await googleServer(() => whole);
    const ways = [{ proxy: proxy.url, env: {} }, { env: { http_proxy: proxy.url } }];
    for (const way of ways) {
      const settings = { apiKey: "AIza-test-0123456789", baseUrl: "http://vendor.example", ...way };
      await collect(createGoogle(settings).model("gemini-2.5-flash").stream(simple, never));
    }
    expect(proxy.requests.map(({ path }) => path)).toEqual([
      "http://vendor.example/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
      "http://vendor.example/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
    ]);
  });

  it("is written down without the key", async () => {
    await using server = await googleServer([whole]);
    await using folder = await temporaryFolder();
    const settings = { apiKey: "AIza-test-0123456789", baseUrl: server.url, httpLog: folder.path, env: {} };
    await collect(createGoogle(settings).model("gemini-2.5-flash").stream(simple, never));
    const names = (await readdir(folder.path)).toSorted();
    const texts = await Promise.all(names.map((name) => readFile(join(folder.path, name), "utf8")));
    expect(names).toEqual(["0001-request.json", "0001-response.body", "0001-response.json"]);
    expect(JSON.parse(texts[0]!)).toMatchObject({ method: "POST", body: server.requests[0]!.json() });
    expect(texts[1]).toContain("hi");
    expect(texts.join("")).not.toContain("AIza-test-0123456789");
  });
});

describe("a key that runs out", () => {
  it("is renewed once, and the request made again with the fresh one", async () => {
    await using server = await googleServer((_, count) => (count === 0 ? refused : whole));
    let renewals = 0;
    const refreshKey = () => Promise.resolve(`fresh-key-${++renewals}`);
    const settings = { apiKey: "AIza-test-0123456789", baseUrl: server.url, refreshKey, env: {} };
    const model = createGoogle(settings).model("gemini-2.5-flash");
    await collect(model.stream(simple, never));
    await collect(model.stream(simple, never));
    const keys = server.requests.map(({ headers }) => headers["x-goog-api-key"]);
    expect(keys).toEqual(["AIza-test-0123456789", "fresh-key-1", "fresh-key-1"]);
  });
});

describe("a model that is not to think", () => {
  it.each([
    ["gemini-3.8-flash", 1],
    ["gemini-2.5-pro", 1],
    ["gemini-2.5-flash", 0],
  ] as const)("%s says whether it must all the same, once (%j)", async (modelId, times) => {
    await using server = await googleServer(() => whole);
    const heard: string[] = [];
    const notice = (text: string) => heard.push(text);
    const settings = { apiKey: "k", baseUrl: server.url, notice, env: {} };
    const model = createGoogle(settings).model(modelId);
    const request = { ...simple, options: { effort: "none" } } as const;
    for (const _ of [1, 2]) await collect(model.stream(request, never));
    await collect(model.stream({ ...simple, options: { effort: "high" } }, never));
    expect(heard.map((text) => text.split(" ")[0])).toEqual(Array(times).fill(modelId));
  });
});
