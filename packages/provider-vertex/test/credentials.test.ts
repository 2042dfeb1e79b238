import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { collect, never, temporaryFolder } from "@skein/test-kit";
import { googleStream, serveScript } from "@skein/provider-conformance/servers";
import { outcomeOf } from "@skein/provider-conformance/cases";
import {
  events,
  fetchWithTokensOf,
  provider,
  serviceAccount,
  simple,
  token,
  tokenServer,
} from "./replies.ts";

const hello = [{ type: "text", text: "Hi" }] as const;
const none = { accessToken: undefined, project: undefined };

describe("credentials", () => {
  it("of a service account give a token once, and their project", async () => {
    await using folder = await temporaryFolder();
    await using tokens = await tokenServer();
    await using server = await serveScript(events(googleStream(hello)));
    const env = { GOOGLE_APPLICATION_CREDENTIALS: await serviceAccount(folder.path) };
    const fetch = fetchWithTokensOf(tokens);
    const model = provider({ ...none, env, fetch, baseUrl: server.url }).model("gemini-2.5-pro");
    for (let count = 0; count < 3; count++) await collect(model.stream(simple, never));
    expect(tokens.requests.length).toBe(1);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(
      Array(3).fill(`Bearer ${token}`),
    );
    expect(server.requests[0]!.path).toContain("/projects/project-of-the-file/");
  });

  it("of a user are counted on the project that their file names", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "user.json");
    const user = {
      type: "authorized_user",
      client_id: "c",
      client_secret: "s",
      refresh_token: "r",
      quota_project_id: "paying",
    };
    await writeFile(file, JSON.stringify(user));
    await using tokens = await tokenServer();
    await using server = await serveScript(events(googleStream(hello)));
    const own = provider({
      ...none,
      credentialsFile: file,
      baseUrl: server.url,
      fetch: fetchWithTokensOf(tokens),
    });
    await own.prepare();
    // Nothing is asked of the network before the first request.
    expect(tokens.requests).toEqual([]);
    await collect(own.model("gemini-2.5-pro").stream(simple, never));
    expect(server.requests[0]!.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      "x-goog-user-project": "paying",
    });
    expect(server.requests[0]!.path).toContain("/projects/paying/");
  });

  it("that are missing are reported before the first request, with what to do", async () => {
    const credentialsFile = "/nowhere/at-all.json";
    await expect(provider({ ...none, credentialsFile }).prepare()).rejects.toMatchObject({
      name: "ConfigError",
      code: "missing-key",
      message: expect.stringContaining(credentialsFile) as string,
      hint: expect.stringMatching(
        /gcloud auth application-default login.*GOOGLE_APPLICATION_CREDENTIALS/,
      ) as string,
    });
  });

  it("that are refused say so", async () => {
    await using folder = await temporaryFolder();
    await using tokens = await tokenServer({ error: "invalid_grant", error_description: "Bad account" }, 400);
    await using server = await serveScript(events(googleStream(hello)));
    const credentialsFile = await serviceAccount(folder.path);
    const fetch = fetchWithTokensOf(tokens);
    const model = provider({ ...none, credentialsFile, fetch, baseUrl: server.url }).model("gemini-2.5-pro");
    const { error } = await outcomeOf(model.stream(simple, never));
    expect(error).toMatchObject({
      name: "ConfigError",
      code: "missing-key",
      message: expect.stringContaining("invalid_grant") as string,
    });
    expect(server.requests).toEqual([]);
  });
});

describe("project and location", () => {
  it("come from the environment", async () => {
    await using server = await serveScript(events(googleStream(hello)));
    const env = {
      GOOGLE_CLOUD_PROJECT: "from-env",
      GOOGLE_CLOUD_LOCATION: "us-east5",
      GOOGLE_VERTEX_BASE_URL: `${server.url}/private/`,
    };
    const model = provider({ project: undefined, location: undefined, env }).model("gemini-2.5-pro");
    await collect(model.stream(simple, never));
    expect(server.requests[0]!.path).toMatch(
      /^\/private\/v1beta1\/projects\/from-env\/locations\/us-east5\//,
    );
  });

  it.each([
    ["project", { project: undefined }, "GOOGLE_CLOUD_PROJECT"],
    ["project", { project: "a/b" }, "GOOGLE_CLOUD_PROJECT"],
    ["location", { location: "evil.example/" }, "GOOGLE_CLOUD_LOCATION"],
  ])("a %s that is none is refused: %j", async (_, settings, variable) => {
    await expect(provider(settings).prepare()).rejects.toMatchObject({
      name: "ConfigError",
      code: "usage",
      hint: expect.stringContaining(variable) as string,
    });
  });

  it.each([
    ["global", "aiplatform.googleapis.com"],
    ["eu", "aiplatform.eu.rep.googleapis.com"],
    ["europe-west4", "europe-west4-aiplatform.googleapis.com"],
  ])("%s is reached at %s", async (location, host) => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = (url) => {
      asked.push(new URL(new Request(url).url).host);
      return Promise.reject(new TypeError("fetch failed"));
    };
    const { error } = await outcomeOf(
      provider({ location, fetch }).model("gemini-2.5-pro").stream(simple, never),
    );
    expect([asked, error]).toMatchObject([[host], { code: "network" }]);
  });
});
