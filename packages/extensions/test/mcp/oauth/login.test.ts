import { describe, expect, it } from "vitest";
import { mcp, type LoginStore, type McpLogin } from "../../../src/index.ts";
import { says, using } from "../workshop.ts";
import { loginServer, willingBrowser, type LoginServer, type LoginServerOptions } from "./login-server.ts";

/** Keeps what it is given, as a file would. */
function storeOf(first?: string): LoginStore & { text(): string | undefined } {
  let kept = first;
  return {
    text: () => kept,
    read: () => Promise.resolve(kept),
    write: (text) => Promise.resolve(void (kept = text)),
    exclusively: (work) => work(),
  };
}

function opened(server: LoginServer, login: McpLogin) {
  return using(mcp({ url: server.url, name: "greeter", login }));
}

/** Logs in once and gives back what is kept. */
async function loggedIn(server: LoginServer, login: McpLogin = {}): Promise<string> {
  const store = storeOf();
  await using extension = opened(server, { openPage: willingBrowser().openPage, store, ...login });
  expect(await says(extension, "greet")).toBe("Hello.");
  return store.text()!;
}

const wanted = (page: URL | undefined): Record<string, string> =>
  Object.fromEntries(page?.searchParams ?? []);

describe("a login", () => {
  it("registers this program, shows the page, and keeps the tokens", async () => {
    await using server = await loginServer({ scope: "greet" });
    const browser = willingBrowser();
    const store = storeOf();
    const secrets: string[] = [];
    await using extension = opened(server, {
      openPage: browser.openPage,
      store,
      onSecret: (secret) => secrets.push(secret),
    });
    expect(await says(extension, "greet")).toBe("Hello.");
    expect(browser.pages).toHaveLength(1);
    const page = wanted(browser.pages[0]);
    expect(server.registrations).toMatchObject([
      {
        client_name: "Skein",
        application_type: "native",
        redirect_uris: [page["redirect_uri"]],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
      },
    ]);
    expect(page).toMatchObject({
      client_id: "client-1",
      response_type: "code",
      code_challenge_method: "S256",
      scope: "greet",
      resource: server.url,
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
    });
    expect(server.grants.map((grant) => Object.fromEntries(grant))).toMatchObject([
      {
        grant_type: "authorization_code",
        code: "code-1",
        client_id: "client-1",
        redirect_uri: page["redirect_uri"],
        code_verifier: expect.any(String),
      },
    ]);
    expect(JSON.parse(store.text()!)).toMatchObject({
      url: server.url,
      client: { client_id: "client-1" },
      redirectPort: Number(new URL(page["redirect_uri"]!).port),
      tokens: { access_token: "access-1", refresh_token: "refresh-1" },
    });
    expect(new Set(secrets)).toEqual(new Set(["access-1", "refresh-1"]));
  });

  it("is used again by another process, without a page", async () => {
    await using server = await loginServer();
    const kept = await loggedIn(server);
    await using extension = opened(server, { store: storeOf(kept) });
    expect(await says(extension, "greet")).toBe("Hello.");
    expect(server.grants).toHaveLength(1);
    expect(server.presented.at(-1)?.headers.authorization).toBe("Bearer access-1");
  });

  it("of another server is not used", async () => {
    await using server = await loginServer();
    const kept = await loggedIn(server);
    const store = storeOf(kept.replace("/mcp", "/other"));
    await using extension = opened(server, { store });
    expect(await says(extension, "greet")).toMatch(/requires a login/);
    expect(server.presented.at(-1)?.headers.authorization).toBeUndefined();
  });

  it.each(["{", "[]", "3", ""])("that cannot be read is none: %j", async (text) => {
    await using server = await loginServer();
    const browser = willingBrowser();
    await using extension = opened(server, { openPage: browser.openPage, store: storeOf(text) });
    expect(await says(extension, "greet")).toBe("Hello.");
    expect(browser.pages).toHaveLength(1);
  });

  it("is needed where no one can be asked", async () => {
    await using server = await loginServer();
    await using extension = opened(server, { store: storeOf() });
    expect(await says(extension, "greet")).toMatch(/requires a login/);
    expect(server.registrations).toEqual([]);
  });

  it("is renewed without a page when its token is refused", async () => {
    await using server = await loginServer();
    const store = storeOf(await loggedIn(server));
    server.expire();
    const browser = willingBrowser();
    await using extension = opened(server, { openPage: browser.openPage, store });
    expect(await says(extension, "greet")).toBe("Hello.");
    expect(browser.pages).toEqual([]);
    expect(Object.fromEntries(server.grants[1]!)).toMatchObject({
      grant_type: "refresh_token",
      refresh_token: "refresh-1",
      client_id: "client-1",
    });
    expect(JSON.parse(store.text()!)).toMatchObject({
      client: { client_id: "client-1" },
      tokens: { access_token: "access-2", refresh_token: "refresh-2" },
    });
  });

  it.each<[code: string, registrations: number]>([
    ["invalid_grant", 1],
    ["invalid_client", 2],
    ["unauthorized_client", 2],
  ])("that cannot be renewed (%s) begins again with a page", async (code, registrations) => {
    await using server = await loginServer();
    const store = storeOf(await loggedIn(server));
    server.expire();
    server.refuse(code);
    const browser = willingBrowser();
    await using extension = opened(server, { openPage: browser.openPage, store });
    expect(await says(extension, "greet")).toBe("Hello.");
    expect(browser.pages).toHaveLength(1);
    expect(server.registrations).toHaveLength(registrations);
  });

  it("is kept when its renewal fails for a while", async () => {
    await using server = await loginServer();
    const kept = await loggedIn(server);
    const store = storeOf(kept);
    server.expire();
    server.refuse("temporarily_unavailable");
    await using extension = opened(server, { store });
    expect(await says(extension, "greet")).not.toBe("Hello.");
    expect(store.text()).toBe(kept);
    expect(await says(extension, "greet")).toBe("Hello.");
  });

  it("whose token another process renewed meanwhile takes that one", async () => {
    await using server = await loginServer();
    const kept = await loggedIn(server);
    const store = storeOf(kept);
    await using extension = opened(server, { store });
    expect(await says(extension, "greet")).toBe("Hello.");
    server.expire();
    const renewed = storeOf(kept);
    await using other = opened(server, { store: renewed });
    expect(await says(other, "greet")).toBe("Hello.");
    await store.write(renewed.text()!);
    expect(await says(extension, "greet")).toBe("Hello.");
    expect(server.grants.map((grant) => grant.get("grant_type"))).toEqual([
      "authorization_code",
      "refresh_token",
    ]);
  });

  it("fails with the reason when the user refuses", async () => {
    await using server = await loginServer();
    const openPage = async (address: string): Promise<void> => {
      const page = new URL(address);
      const back = new URL(page.searchParams.get("redirect_uri")!);
      back.searchParams.set("state", page.searchParams.get("state")!);
      back.searchParams.set("error", "access_denied");
      await (await fetch(back)).text();
    };
    const store = storeOf();
    await using extension = opened(server, { openPage, store });
    expect(await says(extension, "greet")).toContain(
      "the login failed: the login was refused: access_denied",
    );
    expect(store.text()).toBeUndefined();
  });
});

describe("a client of a login", () => {
  async function firstPage(options: LoginServerOptions, login: McpLogin) {
    await using server = await loginServer(options);
    const browser = willingBrowser();
    await using extension = opened(server, { openPage: browser.openPage, ...login });
    expect(await says(extension, "greet")).toBe("Hello.");
    return {
      page: wanted(browser.pages[0]),
      grant: Object.fromEntries(server.grants[0]!),
      registrations: server.registrations.length,
    };
  }

  it("that was registered by hand is not registered again", async () => {
    const { page, grant, registrations } = await firstPage({}, { clientId: "by-hand" });
    expect([page["client_id"], grant["client_id"], registrations]).toEqual(["by-hand", "by-hand", 0]);
    expect(grant).not.toHaveProperty("client_secret");
  });

  it("sends its secret where it has one", async () => {
    const login = { clientId: "by-hand", clientSecret: "hush" };
    const { grant } = await firstPage({ registers: false }, login);
    expect(grant).toMatchObject({ client_id: "by-hand", client_secret: "hush" });
  });

  it("is the address of its document where the server takes one", async () => {
    const clientMetadataUrl = "https://skein.example/client.json";
    const { page, registrations } = await firstPage({ takesDocuments: true }, { clientMetadataUrl });
    expect([page["client_id"], registrations]).toEqual([clientMetadataUrl, 0]);
    const other = await firstPage({}, { clientMetadataUrl });
    expect([other.page["client_id"], other.registrations]).toEqual(["client-1", 1]);
  });

  it("asks for the scopes of the settings where the server names none", async () => {
    const { page } = await firstPage({}, { scopes: ["read", "write"] });
    expect(page["scope"]).toBe("read write");
    const named = await firstPage({ scope: "greet" }, { scopes: ["read"] });
    expect(named.page["scope"]).toBe("greet");
  });

  it("keeps its registration, and the port of it, for the next login", async () => {
    await using server = await loginServer();
    const kept = JSON.parse(await loggedIn(server)) as { tokens?: object; redirectPort: number };
    delete kept.tokens;
    const browser = willingBrowser();
    const store = storeOf(JSON.stringify(kept));
    await using extension = opened(server, { openPage: browser.openPage, store });
    expect(await says(extension, "greet")).toBe("Hello.");
    expect(server.registrations).toHaveLength(1);
    expect(wanted(browser.pages[0])).toMatchObject({
      client_id: "client-1",
      redirect_uri: `http://127.0.0.1:${kept.redirectPort}/callback`,
    });
  });

  it("registers again where the port of its registration is taken", async () => {
    await using server = await loginServer();
    const kept = JSON.parse(await loggedIn(server)) as { tokens?: object; redirectPort: number };
    delete kept.tokens;
    kept.redirectPort = Number(new URL(server.url).port);
    const browser = willingBrowser();
    const store = storeOf(JSON.stringify(kept));
    await using extension = opened(server, { openPage: browser.openPage, store });
    expect(await says(extension, "greet")).toBe("Hello.");
    expect(server.registrations).toHaveLength(2);
    expect(wanted(browser.pages[0])["client_id"]).toBe("client-2");
  });
});
