import { describe, expect, it } from "vitest";
import { mcp, type McpLogin } from "../../../src/index.ts";
import { says, using } from "../workshop.ts";
import { loginServer, willingBrowser, type LoginServerOptions } from "./login-server.ts";

interface Attempt {
  readonly server: LoginServerOptions;
  /** Added to the origin, in the answer of the page. */
  readonly iss?: string;
  readonly login?: McpLogin;
}

async function logIn({ server: options, iss, login = {} }: Attempt) {
  await using server = await loginServer(options);
  const browser = willingBrowser(iss === undefined ? undefined : ({ origin }) => `${origin}${iss}`);
  let kept: string | undefined;
  const store = {
    read: () => Promise.resolve(kept),
    write: (text: string) => Promise.resolve(void (kept = text)),
    exclusively: <Result>(work: () => Promise<Result>) => work(),
  };
  const url = server.url;
  await using extension = using(
    mcp({ url, name: "greeter", login: { openPage: browser.openPage, store, ...login } }),
  );
  const said = await says(extension, "greet");
  const { pages } = browser;
  if (said !== "Hello.") return { said, pages: pages.length, grants: server.grants.length };
  // Renewed without a page: the issuer of the token is compared again.
  server.expire();
  const again = await says(extension, "greet");
  return { said: `${said} ${again}`, pages: pages.length, grants: server.grants.length };
}

describe("the issuer of an authorization server", () => {
  it.each<[named: string, issuer: string, iss: string | undefined]>([
    ["", "", undefined],
    ["", "/", undefined],
    ["/", "", undefined],
    ["/", "/", undefined],
    ["", "", ""],
    ["", "/", "/"],
    ["/", "", ""],
  ])("may differ by a slash at the end: found as %j, named %j, answers %j", async (named, issuer, iss) => {
    const attempt = { server: { named, issuer }, ...(iss === undefined ? {} : { iss }) };
    expect(await logIn(attempt)).toEqual({ said: "Hello. Hello.", pages: 1, grants: 2 });
  });

  it.each<[named: string, issuer: string]>([
    ["", "//"],
    ["", "/other"],
    ["", ".example"],
    ["/", "?"],
  ])("is another one otherwise, and its page is not opened: %j, %j", async (named, issuer) => {
    const { said, pages, grants } = await logIn({ server: { named, issuer } });
    expect(said).toMatch(/the login failed: its authorization server is .*, whose metadata has the issuer/);
    expect([pages, grants]).toEqual([0, 0]);
  });

  // Source: RFC 9207, section 2.4: compared as text, without a slash more or less.
  it.each(["/", "//", "/other", ".example"])(
    "in the answer of a page is another one, which gets no code: %j",
    async (iss) => {
      const { said, pages, grants } = await logIn({ server: {}, iss });
      expect(said).toContain("the login failed");
      expect([pages, grants]).toEqual([1, 0]);
    },
  );
});

describe("an authorization server that does not let programs register themselves", () => {
  it("is told of with how to configure a client, before a page is shown", async () => {
    const { said, pages } = await logIn({ server: { registers: false } });
    expect(said).toMatch(/does not let programs register themselves\. Register a client there by hand/);
    expect(said).toMatch(
      /redirect address such as http:\/\/127\.0\.0\.1:\d+\/callback, and set `clientId` in the `login`/,
    );
    expect(pages).toBe(0);
  });

  it("takes a client that is configured, and a document where it knows those", async () => {
    const byHand = { server: { registers: false }, login: { clientId: "by-hand" } };
    expect(await logIn(byHand)).toMatchObject({ said: "Hello. Hello." });
    const clientMetadataUrl = "https://skein.example/client.json";
    const documents = { registers: false, takesDocuments: true };
    expect(await logIn({ server: documents, login: { clientMetadataUrl } })).toMatchObject({
      said: "Hello. Hello.",
    });
    const unknown = await logIn({ server: { registers: false }, login: { clientMetadataUrl } });
    expect(unknown.said).toContain("does not let programs register themselves");
  });
});
