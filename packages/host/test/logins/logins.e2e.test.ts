import { spawn } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { logInToExtension } from "../../src/logins/log-in.ts";
import { browse } from "./browser.ts";
import { protectedServer } from "./protected-server.ts";

const program = fileURLToPath(new URL("logging-in.ts", import.meta.url));

/** Logs in as a person with a browser does. @returns the page of the authorization server. */
async function logIn(folder: string, url: string): Promise<string> {
  let page = "";
  await logInToExtension({
    machine: machineOf(folder),
    target: url,
    cwd: folder,
    openPage(shown) {
      page = shown;
      void browse(shown);
    },
    signal: AbortSignal.timeout(240_000),
  });
  return page;
}

/** What another process says that uses the login; `""` when it could. */
async function useElsewhere(folder: string, url: string): Promise<string> {
  const child = spawn(process.execPath, [program, folder, url], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const exitCode = await new Promise((resolve) => child.once("close", resolve));
  return exitCode === 0 ? "" : said;
}

describe("a login with a real authorization server", () => {
  it("is made on a page, kept for its owner alone, and used by other processes", async () => {
    await using folder = await temporaryFolder();
    await using server = await protectedServer();
    const page = new URL(await logIn(folder.path, server.url));
    expect(page.searchParams.get("code_challenge_method")).toBe("S256");
    expect(page.searchParams.get("resource")).toBe(server.url);
    expect(page.searchParams.get("redirect_uri")).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);

    const secrets = join(folder.path, "home", "data", "secrets");
    const [file = ""] = await readdir(secrets);
    expect(file).toMatch(/^MCP_LOGIN_[0-9A-F]{32}$/);
    expect((await stat(join(secrets, file))).mode & 0o777).toBe(0o600);
    expect(await useElsewhere(folder.path, server.url)).toBe("");
    expect(server.authorization.grants).toEqual(["authorization_code"]);
  });

  it("is renewed once when ten processes find its token expired, whose refresh token is used up by that", async () => {
    await using folder = await temporaryFolder();
    await using server = await protectedServer();
    await logIn(folder.path, server.url);
    await server.authorization.revoke("access");
    const said = await Promise.all(Array.from({ length: 10 }, () => useElsewhere(folder.path, server.url)));
    expect(said.filter((text) => text !== "")).toEqual([]);
    expect(server.authorization.grants).toEqual(["authorization_code", "refresh_token"]);
    // The rotated refresh token was kept: the next renewal works, too.
    await server.authorization.revoke("access");
    expect(await useElsewhere(folder.path, server.url)).toBe("");
    expect(server.authorization.grants).toHaveLength(3);
  });

  it("ends where it was revoked, with an error that says what to do", async () => {
    await using folder = await temporaryFolder();
    await using server = await protectedServer();
    await logIn(folder.path, server.url);
    await server.authorization.revoke("all");
    expect(await useElsewhere(folder.path, server.url)).toContain("the server requires a login (HTTP 401)");
    // The revoked tokens are not tried again.
    const { length } = server.authorization.grants;
    expect(await useElsewhere(folder.path, server.url)).toContain("requires a login");
    expect(server.authorization.grants).toHaveLength(length);
    await logIn(folder.path, server.url);
    expect(await useElsewhere(folder.path, server.url)).toBe("");
  });

  it("never sends its tokens to another authorization server than the one that issued them", async () => {
    await using folder = await temporaryFolder();
    await using server = await protectedServer();
    await using other = await protectedServer();
    await logIn(folder.path, server.url);
    await server.authorization.revoke("access");
    server.name(other.authorization.issuer);
    expect(await useElsewhere(folder.path, server.url)).toContain("requires a login");
    expect(other.authorization.grants).toEqual([]);
  });

  it("is refused when the metadata names another issuer", async () => {
    await using folder = await temporaryFolder();
    await using server = await protectedServer();
    server.name(server.authorization.issuer.replace("127.0.0.1", "localhost"));
    await expect(logIn(folder.path, server.url)).rejects.toThrow(/issuer/i);
    expect(server.authorization.grants).toEqual([]);
  });

  it("leaves no token in what is said", async () => {
    await using folder = await temporaryFolder();
    await using server = await protectedServer();
    await logIn(folder.path, server.url);
    const secrets = join(folder.path, "home", "data", "secrets");
    const [file = ""] = await readdir(secrets);
    const { tokens } = JSON.parse(await readFile(join(secrets, file), "utf8")) as {
      tokens: Record<string, string>;
    };
    await server.authorization.revoke("all");
    const said = await useElsewhere(folder.path, server.url);
    expect(said).not.toContain(tokens["access_token"]);
    expect(said).not.toContain(tokens["refresh_token"]);
  });
});
