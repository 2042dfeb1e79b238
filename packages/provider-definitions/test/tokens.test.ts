import type { ProviderError } from "@skein/protocol";
import { collect, never, requestOf, user } from "@skein/test-kit";
import {
  openaiChatStream,
  serveScript,
  type ReceivedRequest,
  type ServedReply,
} from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { deviceLogin, readDefinition } from "../src/index.ts";
import { providerOf } from "./engines.ts";

const hello = requestOf([user("Hello")]);

function json(status: number, body: unknown): ServedReply {
  return { status, contentType: "application/json", body: Buffer.from(JSON.stringify(body)) };
}

function stream(): ServedReply {
  const body = Buffer.from(openaiChatStream([{ type: "text", text: "Hi" }]));
  return { status: 200, contentType: "text/event-stream", body };
}

interface Account {
  readonly token: (count: number, request: ReceivedRequest) => ServedReply;
  readonly chat: (request: ReceivedRequest) => ServedReply;
}

/** A vendor that sells tokens at one path and takes them at another. */
async function vendor({ token, chat }: Account) {
  let bought = 0;
  const server = await serveScript((request) =>
    request.path === "/token" ? token(++bought, request) : chat(request),
  );
  const provider = await providerOf({
    base_url: server.url,
    base_path: "chat/completions",
    headers: { "editor-version": "skein/1" },
    token_exchange: {
      url: `${server.url}/token`,
      prefix: "token",
      address_field: "endpoints.api",
    },
  });
  return { server, ask: () => collect(provider.model("m1").stream(hello, never)), bought: () => bought };
}

const later = Math.floor(Date.now() / 1000) + 3600;

describe("a key that buys tokens", () => {
  it("is shown to the seller alone; requests carry the token, bought once for many", async () => {
    const { server, ask, bought } = await vendor({
      token: (count) => json(200, { token: `t${count}`, expires_at: later }),
      chat: stream,
    });
    await using _ = server;
    await Promise.all([ask(), ask(), ask()]);
    expect(bought()).toBe(1);
    const [sold, ...chats] = server.requests;
    expect(sold!.headers).toMatchObject({ authorization: "token sk-corp-1234", "editor-version": "skein/1" });
    expect(chats.map(({ path, headers }) => [path, headers.authorization])).toEqual(
      Array.from({ length: 3 }, () => ["/chat/completions", "Bearer t1"]),
    );
  });

  it("buys another when the token has ended, or is refused before its time", async () => {
    const soon = Math.floor(Date.now() / 1000) + 5;
    const { server, ask, bought } = await vendor({
      token: (count) => json(200, { token: `t${count}`, expires_at: count === 1 ? soon : later }),
      chat: ({ headers }) => (headers.authorization === "Bearer t2" ? json(401, { error: "old" }) : stream()),
    });
    await using _ = server;
    await ask();
    expect(bought()).toBe(1);
    await ask();
    expect(bought()).toBe(3);
    await ask();
    const chats = server.requests.filter(({ path }) => path !== "/token");
    expect(chats.map(({ headers }) => headers.authorization?.slice(-2))).toEqual(["t1", "t2", "t3", "t3"]);
  });

  it("asks only once more: a second refusal is told", async () => {
    const { server, ask, bought } = await vendor({
      token: (count) => json(200, { token: `t${count}`, expires_at: later }),
      chat: () => json(401, { error: { message: "never" } }),
    });
    await using _ = server;
    await expect(ask()).rejects.toMatchObject({ code: "auth", provider: "corp" });
    expect(bought()).toBe(2);
    expect(server.requests).toHaveLength(4);
  });

  it("calls where the seller says", async () => {
    await using other = await serveScript(stream);
    const { server, ask } = await vendor({
      token: () => json(200, { token: "t", expires_at: later, endpoints: { api: other.url } }),
      chat: stream,
    });
    await using _ = server;
    await ask();
    expect(other.requests).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ["refused", json(403, { message: "no seat for sk-corp-1234" }), "auth"],
    ["sold out of", json(200, { message: "nothing" }), "auth"],
    ["out of order", json(500, {}), "overloaded"],
  ])("is told when it is %s", async (_how, reply, code) => {
    const { server, ask } = await vendor({ token: () => reply, chat: stream });
    await using _ = server;
    const failure = (await ask().catch((error: unknown) => error)) as ProviderError;
    expect(failure).toMatchObject({ name: "ProviderError", code, provider: "corp" });
    expect(failure.message + (failure.hint ?? "")).not.toContain("sk-corp");
  });
});

describe("a login by a code", () => {
  async function login(answers: readonly object[], begun: object = {}) {
    const codes = {
      device_code: "dev-1",
      user_code: "AB-12",
      verification_uri: "https://corp.example/enter",
      ...begun,
    };
    let asked = 0;
    const server = await serveScript(({ path, headers }) => {
      if (path === "/user") return json(200, { login: `account of ${headers["authorization"]}` });
      return json(200, path === "/code" ? codes : answers[asked++]!);
    });
    const { definition } = await readDefinition(
      JSON.stringify({
        name: "corp",
        engine: "openai",
        base_url: server.url,
        device_login: {
          client_id: "id-1",
          scope: "read",
          code_url: `${server.url}/code`,
          token_url: `${server.url}/t`,
          account_url: `${server.url}/user`,
        },
      }),
      "corp.json",
    );
    const shown: string[] = [];
    const waits: number[] = [];
    let now = 0;
    const clock = {
      now: () => now,
      sleep: async (ms: number) => {
        waits.push(ms);
        now += ms;
      },
    };
    const show = (code: string, page: string) => void shown.push(`${code} ${page}`);
    const key = deviceLogin(definition, { show, clock, signal: never });
    return { server, key, shown, waits };
  }

  it("shows the code, waits as long as it is told to, and gives the key", async () => {
    const answers = [{ error: "authorization_pending" }, { error: "slow_down" }, { access_token: "gho_1" }];
    const { server, key, shown, waits } = await login(answers, { interval: 2 });
    await using _ = server;
    expect(await key).toEqual({ key: "gho_1", account: "account of Bearer gho_1" });
    expect(shown).toEqual(["AB-12 https://corp.example/enter"]);
    expect(waits).toEqual([2000, 2000, 7000]);
    const sent = server.requests.map(({ bytes }) =>
      Object.fromEntries(new URLSearchParams(bytes.toString())),
    );
    expect(sent[0]).toEqual({ client_id: "id-1", scope: "read" });
    expect(sent[1]).toMatchObject({ client_id: "id-1", device_code: "dev-1" });
  });

  it("tells when the key ends, and does without the name of an account", async () => {
    const { server, key } = await login([{ access_token: "gho_1", expires_in: 60 }], { interval: 1 });
    await using _ = server;
    expect(await key).toMatchObject({ endsAt: 61_000 });
    await using other = await serveScript(({ path }) => {
      if (path === "/user") return json(500, { message: "no" });
      const codes = { device_code: "d", user_code: "AB", verification_uri: "https://a.example", interval: 0 };
      return json(200, path === "/code" ? codes : { access_token: "gho_2" });
    });
    const fields = {
      name: "corp",
      engine: "openai",
      base_url: other.url,
      device_login: {
        client_id: "id-1",
        code_url: `${other.url}/code`,
        token_url: `${other.url}/t`,
        account_url: `${other.url}/user`,
      },
    };
    const { definition } = await readDefinition(JSON.stringify(fields), "corp.json");
    const got = await deviceLogin(definition, { show: () => undefined, signal: never });
    expect(got).toEqual({ key: "gho_2" });
  });

  it("fails at once when the vendor cannot be reached", async () => {
    const { server, key } = await login([], {});
    await server[Symbol.asyncDispose]();
    await expect(key).rejects.toMatchObject({ name: "ProviderError", code: "network", provider: "corp" });
  });

  it.each([
    ["declines", [{ error: "access_denied", error_description: "The person said no" }], {}],
    [
      "is too late",
      [{ error: "authorization_pending" }, { error: "authorization_pending" }],
      { expires_in: 9 },
    ],
    ["gets no code", [], { device_code: "" }],
  ])("fails when the person %s", async (_how, answers, begun) => {
    const { server, key } = await login(answers, begun);
    await using _ = server;
    await expect(key).rejects.toMatchObject({ name: "ProviderError", code: "auth", provider: "corp" });
  });
});
