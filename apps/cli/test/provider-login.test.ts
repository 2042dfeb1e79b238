import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { serveScript } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

const json = (body: object) => ({
  status: 200,
  contentType: "application/json",
  body: Buffer.from(JSON.stringify(body)),
});
const codes = {
  device_code: "d",
  user_code: "AB-12",
  verification_uri: "https://corp.example/enter",
  interval: 0,
};

/** A home with a provider whose vendor answers a login like this. */
async function homeWith(answer: object, begun: object = {}) {
  const server = await serveScript(({ path }) => {
    if (path === "/user") return json({ login: "jo" });
    return json(path === "/code" ? { ...codes, ...begun } : answer);
  });
  const skein = await skeinHome();
  const file = join(skein.home, ".config", "skein", "providers", "corp.yaml");
  mkdirSync(dirname(file), { recursive: true });
  const login = ["code", "token"].map((path) => `${path}_url: "${server.url}/${path}"`);
  writeFileSync(
    file,
    [
      "engine: openai",
      "base_url: https://corp.example/v1",
      "api_key_env: CORP_TOKEN",
      `device_login: { client_id: id, ${login.join(", ")}, account_url: "${server.url}/user" }`,
    ].join("\n"),
  );
  return {
    skein,
    status: async () => JSON.parse((await skein.here(["provider", "status", "--json"])).stdout) as object,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await skein[Symbol.asyncDispose]();
    },
  };
}

const granted = { access_token: "gho_secret_1234", expires_in: 3600 };

describe("a login to a provider", () => {
  it("is shown with its account and its end, without the key, until the logout", async () => {
    await using home = await homeWith(granted);
    const { skein } = home;
    expect(await home.status()).toEqual({ logins: [] });
    const { exitCode, stderr } = await skein.run(["provider", "login", "corp"]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: expect.stringMatching(/Logged in to corp as jo: CORP_TOKEN in /) as string,
    });
    expect(await home.status()).toEqual({
      logins: [
        {
          id: "corp",
          account: "jo",
          endsAt: expect.any(Number) as number,
          variable: "CORP_TOKEN",
          place: expect.objectContaining({ kind: "file" }) as object,
        },
      ],
    });
    const { stdout } = await skein.here(["provider", "status"]);
    expect(stdout).toMatch(/corp +jo +\d{4}-.*CORP_TOKEN/);
    expect(stdout).not.toContain("gho_secret");
    const out = await skein.here(["provider", "logout", "corp"]);
    expect({ exitCode: out.exitCode, stderr: out.stderr }).toEqual({
      exitCode: 0,
      stderr: "Logged out of corp.\n",
    });
    expect(await home.status()).toEqual({ logins: [] });
    expect((await skein.here(["provider", "list"])).stdout).toMatch(/corp .*no key/);
    expect((await skein.here(["provider", "logout", "corp"])).exitCode).toBe(2);
  });

  it("leaves a key that was entered after it where it is", async () => {
    await using home = await homeWith(granted);
    const { skein } = home;
    await skein.run(["provider", "login", "corp"]);
    writeFileSync(join(skein.home, ".local", "share", "skein", "secrets", "CORP_TOKEN"), "entered-1234");
    const { exitCode, stderr } = await skein.here(["provider", "logout", "corp"]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining("Its key in CORP_TOKEN is not of a login") as string,
    });
    expect((await skein.here(["provider", "list"])).stdout).toMatch(/corp .*CORP_TOKEN in /);
  });

  it.each([
    ["the person declines", { error: "access_denied", error_description: "The person said no" }, {}],
    ["the code has ended", { error: "authorization_pending" }, { expires_in: 0 }],
    ["the vendor gives no code", granted, { device_code: "" }],
  ])("stores nothing when %s", async (_why, answer, begun) => {
    await using home = await homeWith(answer, begun);
    const { exitCode, stderr } = await home.skein.run(["provider", "login", "corp"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringContaining("corp") as string });
    expect(await home.status()).toEqual({ logins: [] });
  });

  it.each([
    ["anthropic", "own applications", "acp:claude"],
    ["google", "Gemini CLI", "https://geminicli.com"],
    ["moonshot", "Kimi Code", "https://www.kimi.com"],
    ["openai", "takes keys", "the provider chatgpt"],
    ["xai", "publishes no registration", "Use a key"],
  ])("to %s is refused with the reason and what is allowed", async (id, reason, instead) => {
    await using skein = await skeinHome();
    const { exitCode, stderr } = await skein.here(["provider", "login", id]);
    expect(exitCode).toBe(2);
    for (const text of [reason, instead, "skein configure"]) expect(stderr).toContain(text);
  });
});

describe("a login in a browser", () => {
  const token = "corp-access-token-0123456789";

  /** A vendor whose page agrees at once, and a browser that follows it. */
  async function homeWithPage() {
    let nonce = "";
    const server = await serveScript(({ path, headers }) => {
      const { pathname, searchParams: query } = new URL(path, "http://x");
      if (pathname === "/authorize") {
        nonce = query.get("nonce") ?? "";
        const back = new URL(query.get("redirect_uri") ?? "");
        for (const [name, value] of [
          ["state", query.get("state") ?? ""],
          ["code", "c"],
          ["client_id", "issued"],
        ] as const)
          back.searchParams.set(name, value);
        return { ...json({}), status: 302, headers: { location: back.href } };
      }
      if (pathname === "/token") {
        const claims = {
          iss: "https://corp.example",
          aud: "issued",
          exp: 4_000_000_000,
          nonce,
          email: "jo@corp.example",
        };
        const id_token = `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.e30`;
        return json({ access_token: token, refresh_token: "r".repeat(24), expires_in: 3600, id_token });
      }
      if (headers.authorization !== `Bearer ${token}`)
        return { ...json({ error: { message: "who?" } }), status: 401 };
      const message = { role: "assistant", content: "Done." };
      return json({ choices: [{ index: 0, message, finish_reason: "stop" }] });
    });
    const skein = await skeinHome();
    const definition = {
      engine: "openai",
      base_url: `${server.url}/v1`,
      api_key_env: "CORP_LOGIN",
      supports_streaming: false,
      browser_login: {
        authorize_url: `${server.url}/authorize`,
        token_url: `${server.url}/token`,
        issuer: "https://corp.example",
        client_id: "anyone",
        registers: true,
        scope: "openid",
      },
    };
    const file = join(skein.home, ".config", "skein", "providers", "corp.json");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(definition));
    const browser = join(skein.home, "browser.mjs");
    writeFileSync(
      browser,
      "const answer = await fetch(process.argv.at(-1));\nawait answer.body?.cancel();\n",
    );
    return {
      skein,
      env: { BROWSER: `${process.execPath} ${browser}`, ANTHROPIC_API_KEY: "" },
      [Symbol.asyncDispose]: async () => {
        await server[Symbol.asyncDispose]();
        await skein[Symbol.asyncDispose]();
      },
    };
  }

  it("gives runs its tokens, shows none of them, and ends with the logout", async () => {
    await using home = await homeWithPage();
    const { skein, env } = home;
    const run = () =>
      skein.here(["run", "-t", "go", "--provider", "corp", "--model", "m", "--no-session"], env);
    const before = await run();
    expect(before.exitCode).toBe(2);
    expect(before.stderr).toContain("There is no login to corp.");
    expect(before.stderr).toContain("skein provider login corp");
    const login = await skein.here(["provider", "login", "corp"], env);
    expect([login.exitCode, login.stderr]).toEqual([
      0,
      expect.stringContaining("Logged in to corp as jo@corp.example: CORP_LOGIN in "),
    ]);
    expect(await run()).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
    const status = await skein.here(["provider", "status"]);
    expect(status.stdout).toMatch(/corp +jo@corp\.example/);
    expect(`${login.stdout}${login.stderr}${status.stdout}`).not.toContain(token);
    expect((await skein.here(["provider", "logout", "corp"])).exitCode).toBe(0);
    expect((await run()).exitCode).toBe(2);
  });
});
