import { createHash, createHmac } from "node:crypto";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bedrockFrames, type ReceivedRequest } from "@skein/provider-conformance/servers";
import { temporaryFolder } from "@skein/test-kit";
import { exchange, hello, keys, provider } from "./replies.ts";
import type { BedrockSettings } from "../src/index.ts";

const ok = { body: bedrockFrames(hello) };

async function sent(settings: BedrockSettings): Promise<ReceivedRequest> {
  const { requests, error } = await exchange(ok, settings);
  expect(error).toBeUndefined();
  return requests[0]!;
}

describe("a signature", () => {
  it("is right for what really arrived", async () => {
    const request = await sent({
      credentials: { ...keys, sessionToken: "session-token-1" },
      headers: { "x-team": "blue" },
    });
    expect(request.path).toBe("/model/us.anthropic.claude-haiku-4-5-20251001-v1%3A0/converse-stream");
    expect(request.headers["x-amz-security-token"]).toBe("session-token-1");
    expect(request.headers.authorization).toBe(signatureOf(request, "us-east-1", keys.secretAccessKey));
  });

  it("is right for a list with a query", async () => {
    const { serveScript } = await import("@skein/provider-conformance/servers");
    const body = Buffer.from('{"modelSummaries":[],"inferenceProfileSummaries":[]}');
    await using server = await serveScript(() => ({ status: 200, contentType: "application/json", body }));
    await provider({ controlUrl: server.url }).models();
    for (const request of server.requests) {
      expect(request.headers.authorization).toBe(signatureOf(request, "us-east-1", keys.secretAccessKey));
    }
    expect(server.requests.map(({ path }) => path).toSorted()).toEqual([
      "/foundation-models?byOutputModality=TEXT",
      "/inference-profiles?maxResults=1000",
    ]);
  });

  it("is created for each request, with the current keys", async () => {
    let count = 0;
    const credentials = () => Promise.resolve({ ...keys, accessKeyId: `AKID${++count}` });
    const first = await sent({ credentials });
    const second = await sent({ credentials });
    expect(first.headers.authorization).not.toBe(second.headers.authorization);
  });
});

describe("credentials", () => {
  const accessKeyIn = ({ headers }: ReceivedRequest) =>
    /Credential=([^/]+)\//.exec(headers.authorization ?? "")?.[1];
  const none = { credentials: undefined };

  it("are a key of Bedrock's own before all others", async () => {
    const env = {
      AWS_BEARER_TOKEN_BEDROCK: "bedrock-api-key-1",
      AWS_ACCESS_KEY_ID: "A",
      AWS_SECRET_ACCESS_KEY: "B",
    };
    expect((await sent({ ...none, env })).headers.authorization).toBe("Bearer bedrock-api-key-1");
    expect((await sent({ apiKey: "mine" })).headers.authorization).toBe("Bearer mine");
    const secrets = (name: string) => (name === "AWS_BEARER_TOKEN_BEDROCK" ? "kept" : undefined);
    expect((await sent({ ...none, secrets })).headers.authorization).toBe("Bearer kept");
  });

  it("are those of the environment", async () => {
    const env = { AWS_ACCESS_KEY_ID: "AKIDENV", AWS_SECRET_ACCESS_KEY: "secret", AWS_SESSION_TOKEN: "token" };
    const request = await sent({ ...none, env });
    expect([accessKeyIn(request), request.headers["x-amz-security-token"]]).toEqual(["AKIDENV", "token"]);
  });

  it("are those of a profile, with its region, also from a program it names", async () => {
    await using folder = await temporaryFolder();
    const program = join(folder.path, "keys.sh");
    const answer = { Version: 1, AccessKeyId: "AKIDPROGRAM", SecretAccessKey: "secret" };
    await writeFile(program, `#!/bin/sh\necho '${JSON.stringify(answer)}'\n`);
    await chmod(program, 0o700);
    const [credentialsFile, configFile] = [join(folder.path, "credentials"), join(folder.path, "config")];
    await writeFile(
      credentialsFile,
      "[work]\naws_access_key_id = AKIDFILE\naws_secret_access_key = secret\n",
    );
    await writeFile(
      configFile,
      `[profile work]\nregion = eu-west-1\n[profile made]\nregion = us-west-2\ncredential_process = ${program}\n`,
    );
    const env = { AWS_SHARED_CREDENTIALS_FILE: credentialsFile, AWS_CONFIG_FILE: configFile };
    const settings = { ...none, region: undefined };
    const file = await sent({
      ...settings,
      env: { ...env, AWS_PROFILE: "work", AWS_ACCESS_KEY_ID: "A", AWS_SECRET_ACCESS_KEY: "B" },
    });
    expect(file.headers.authorization).toContain("Credential=AKIDFILE/");
    expect(file.headers.authorization).toContain("/eu-west-1/bedrock/aws4_request");
    const made = await sent({ ...settings, env, profile: "made" });
    expect(made.headers.authorization).toContain("Credential=AKIDPROGRAM/");
    expect(made.headers.authorization).toContain("/us-west-2/");
  });

  it("that are missing are reported before the first request, with what to set", async () => {
    await using folder = await temporaryFolder();
    const [credentialsFile, configFile] = [join(folder.path, "credentials"), join(folder.path, "config")];
    await writeFile(credentialsFile, "");
    await writeFile(configFile, "");
    const env = { AWS_SHARED_CREDENTIALS_FILE: credentialsFile, AWS_CONFIG_FILE: configFile };
    await expect(provider({ ...none, env, profile: "missing" }).prepare()).rejects.toMatchObject({
      name: "ConfigError",
      code: "missing-key",
      message: expect.stringContaining('in the profile "missing"') as string,
      hint: expect.stringMatching(/AWS_ACCESS_KEY_ID.*AWS_PROFILE.*AWS_BEARER_TOKEN_BEDROCK/) as string,
    });
  });
});

describe("the region", () => {
  it("is required", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "empty");
    await writeFile(file, "");
    const env = { AWS_CONFIG_FILE: file, AWS_SHARED_CREDENTIALS_FILE: file };
    await expect(provider({ region: undefined, env }).prepare()).rejects.toMatchObject({
      name: "ConfigError",
      code: "usage",
      hint: expect.stringContaining("AWS_REGION") as string,
    });
  });

  it.each([["evil.example/x"], ["US East"], ["us"]])("%s is none", async (region) => {
    await expect(provider({ region }).prepare()).rejects.toMatchObject({
      name: "ConfigError",
      code: "usage",
    });
  });

  it.each([
    [
      { AWS_REGION: "eu-central-1", AWS_DEFAULT_REGION: "us-west-1" },
      "bedrock-runtime.eu-central-1.amazonaws.com",
    ],
    [{ AWS_DEFAULT_REGION: "us-gov-west-1" }, "bedrock-runtime.us-gov-west-1.amazonaws.com"],
    [{ AWS_REGION: "cn-north-1" }, "bedrock-runtime.cn-north-1.amazonaws.com.cn"],
    [
      { AWS_REGION: "us-east-1", AWS_ENDPOINT_URL_BEDROCK_RUNTIME: "https://vpce-1.example/runtime/" },
      "vpce-1.example/runtime",
    ],
  ])("of %j leads to %s", async (env, address) => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = (url) => {
      asked.push(new Request(url).url);
      return Promise.reject(new TypeError("fetch failed"));
    };
    const model = provider({ region: undefined, env, fetch }).model("m");
    const { outcomeOf } = await import("@skein/provider-conformance/cases");
    const { never } = await import("@skein/test-kit");
    const { simple } = await import("./replies.ts");
    await outcomeOf(model.stream(simple, never));
    expect(asked).toEqual([`https://${address}/model/m/converse-stream`]);
  });
});

/** Signature version 4 by its public description, over what a server received. */
function signatureOf(request: ReceivedRequest, region: string, secret: string): string {
  const { method, path, headers, bytes } = request;
  const [, credential = "", names = ""] =
    /Credential=([^,]+), SignedHeaders=([^,]+), Signature=/.exec(headers.authorization ?? "") ?? [];
  const [pathname = "", query = ""] = path.split("?");
  const canonical = [
    method,
    pathname.split("/").map(encodeURIComponent).join("/"),
    query.split("&").toSorted().join("&"),
    ...names.split(";").map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    names,
    createHash("sha256").update(bytes).digest("hex"),
  ].join("\n");
  const date = String(headers["x-amz-date"]);
  const scope = [date.slice(0, 8), region, "bedrock", "aws4_request"];
  const toSign = [
    "AWS4-HMAC-SHA256",
    date,
    scope.join("/"),
    createHash("sha256").update(canonical).digest("hex"),
  ];
  const key = scope.reduce<Buffer>(
    (before, part) => createHmac("sha256", before).update(part).digest(),
    Buffer.from(`AWS4${secret}`),
  );
  const signature = createHmac("sha256", key).update(toSign.join("\n")).digest("hex");
  return `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`;
}
