import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ConfigError, ProviderError } from "@skein/protocol";
import { collect, never, requestOf, user } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { browserLogin, readDefinition, type KeptLogin, type LoginListener } from "../src/index.ts";
import { providerOf } from "./engines.ts";
import { loginServer, type ServedLogins } from "./login-server.ts";

/** Waits on this machine, as an app does. */
async function listen(state: string): Promise<LoginListener> {
  const back = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    back.resolve(new URL(request.url ?? "", "http://x").searchParams);
    response.end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/callback`,
    async received() {
      const query = await back.promise;
      expect(query.get("state")).toBe(state);
      const code = query.get("code");
      if (code === null) throw new Error(`the login was refused: ${query.get("error")}`);
      return { code, clientId: query.get("client_id") ?? undefined };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Server = Awaited<ReturnType<typeof loginServer>>;

async function logIn(server: Server, kept?: string) {
  const { definition } = await readDefinition(
    JSON.stringify({ name: "corp", engine: "openai", ...server.fields }),
    "corp",
  );
  const openPage = async (url: string) => void (await fetch(url));
  return browserLogin(definition, { listen, openPage, kept, signal: never });
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error("It did not fail.")),
    (error: unknown) => error as ProviderError | ConfigError,
  );

/** What several processes share. */
function keeping(text: string | undefined): KeptLogin & { readonly text: () => string | undefined } {
  let now = text;
  let last: Promise<unknown> = Promise.resolve();
  return {
    text: () => now,
    read: async () => now,
    write: async (next) => void (now = next),
    exclusively(work) {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

const providerWith = (server: Server, login: KeptLogin) =>
  providerOf({ ...server.fields }, { login, env: {}, apiKey: undefined } as object);
const asked = async (server: Server, login: KeptLogin) =>
  collect((await providerWith(server, login)).model("m1").stream(requestOf([user("Hello")]), never));

describe("a login in a browser", () => {
  it("proves itself to the vendor, takes its registration, and says who logged in", async () => {
    await using server = await loginServer();
    const { key, account } = await logIn(server);
    expect(account).toBe("jo@example.org");
    const [page] = server.pages;
    expect(Object.fromEntries(page!)).toMatchObject({
      response_type: "code",
      client_id: "anyone",
      agent_name_hint: "Skein",
      ext_agent_host_id: expect.stringMatching(/^urn:uuid:/),
      code_challenge_method: "S256",
      scope: "openid use.models",
      resource: "https://models.example",
    });
    const again = await logIn(server, key);
    const [, second] = server.pages;
    expect(second!.get("client_id")).toBe("issued-1");
    expect(second!.has("agent_name_hint")).toBe(false);
    for (const name of ["state", "nonce", "code_challenge"])
      expect(second!.get(name)).not.toBe(page!.get(name));
    expect(second!.get("ext_agent_host_id")).toBe(page!.get("ext_agent_host_id"));
    expect(JSON.parse(again.key)).toMatchObject({ clientId: "issued-1" });
  });

  it.each<[string, ServedLogins, string]>([
    ["the person declines", { back: { code: "", error: "access_denied" } }, "access_denied"],
    ["the page gives no registration", { back: { client_id: "" } }, "no registration"],
    ["the page gives another code", { back: { code: "code-2" } }, "invalid_grant"],
    ["no token is granted", { grant: () => ({}) }, "the answer says nothing"],
    [
      "a right is not granted",
      { grant: (fields) => ({ ...fields, scope: "openid" }) },
      "did not grant use.models",
    ],
    ["it is of another issuer", { claims: (all) => ({ ...all, iss: "https://other" }) }, "does not belong"],
    ["it is for another program", { claims: (all) => ({ ...all, aud: "other" }) }, "does not belong"],
    ["it answers another attempt", { claims: (all) => ({ ...all, nonce: "other" }) }, "does not belong"],
    ["it has ended", { claims: (all) => ({ ...all, exp: 1 }) }, "does not belong"],
    ["no one is named", { grant: (fields) => ({ ...fields, id_token: "x" }) }, "does not belong"],
  ])("gives nothing when %s", async (_, served, words) => {
    await using server = await loginServer(served);
    const failure = await failureOf(logIn(server));
    expect([failure.code, failure.message]).toEqual(["auth", expect.stringContaining(words)]);
  });
});

describe("requests with a login", () => {
  it("have its token, and none of it is renewed while it lives", async () => {
    await using server = await loginServer();
    const login = keeping((await logIn(server)).key);
    expect((await asked(server, login)).at(-1)).toMatchObject({ stop: "answered" });
    expect(server.renewals).toEqual([]);
  });

  it("renew it before it ends, once for all who share it, and keep what is new", async () => {
    await using server = await loginServer();
    const ended = { ...(JSON.parse((await logIn(server)).key) as object), endsAt: 0 };
    const login = keeping(JSON.stringify(ended));
    const replies = await Promise.all([1, 2, 3].map(() => asked(server, login)));
    for (const events of replies) expect(events.at(-1)).toMatchObject({ stop: "answered" });
    expect(server.renewals).toHaveLength(1);
    expect(login.text()).not.toContain(server.renewals[0]);
  });

  it("renew it when the vendor refuses it early", async () => {
    await using server = await loginServer();
    const login = keeping((await logIn(server)).key);
    await asked(server, login);
    const provider = await providerWith(server, login);
    server.revoke();
    const events = await collect(provider.model("m1").stream(requestOf([user("Hello")]), never));
    expect(events.at(-1)).toMatchObject({ stop: "answered" });
    expect(server.renewals).toHaveLength(1);
  });

  it("keep what is renewed when the request that wanted it is given up", async () => {
    const hold = Promise.withResolvers<void>();
    await using server = await loginServer({ hold: hold.promise });
    const ended = { ...(JSON.parse((await logIn(server)).key) as object), endsAt: 0 };
    const login = keeping(JSON.stringify(ended));
    const stop = new AbortController();
    const model = (await providerWith(server, login)).model("m1");
    const given = failureOf(collect(model.stream(requestOf([user("Hello")]), stop.signal)));
    await expect.poll(() => server.renewals).toHaveLength(1);
    stop.abort(new Error("given up"));
    hold.resolve();
    expect((await given).message).toBe("given up");
    await expect.poll(() => login.text()).not.toContain(server.renewals[0]);
    expect((await asked(server, login)).at(-1)).toMatchObject({ stop: "answered" });
    expect(server.renewals).toHaveLength(1);
  });

  it.each([
    ["no one is logged in", undefined, "There is no login to corp."],
    ["what is kept is no login", "sk-1234", "There is no login to corp."],
  ])("say what to do when %s", async (_, kept, message) => {
    await using server = await loginServer();
    const failure = await failureOf(asked(server, keeping(kept)));
    expect(failure).toMatchObject({
      code: "missing-key",
      message,
      nextStep: { do: "log-in-to-provider", provider: "corp" },
    });
  });

  it("say that the login has ended, and keep it until there is another", async () => {
    await using server = await loginServer({ lifetime: 0 });
    const login = keeping((await logIn(server)).key);
    const before = login.text();
    server.end();
    const failure = await failureOf(asked(server, login));
    expect(failure).toMatchObject({ code: "missing-key", message: "The login to corp has ended." });
    expect(login.text()).toBe(before);
  });
});
