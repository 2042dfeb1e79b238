import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { createServer as createTcpServer, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConfigError } from "@skein/protocol";
import { temporaryFolder, type TemporaryFolder } from "@skein/test-kit";
import { serveScript } from "@skein/provider-conformance/servers";
import { openTransport, readStart, thrownError, type TransportSettings } from "../src/index.ts";
import { listening, type Listening } from "./listening.ts";
import { proxyServer } from "./proxy-server.ts";
import { hasOpenssl, writeCertificates } from "./tls-files.ts";

const run = promisify(execFile);
const page = { status: 200, contentType: "text/plain", body: Buffer.from("hello") };

function open(address: string, settings: TransportSettings) {
  return openTransport({ provider: "vendor", url: new URL(address), settings: { env: {}, ...settings } });
}

/** What is answered at an address, or the error that users see. */
async function asked(address: string, settings: TransportSettings): Promise<string> {
  const { send, proxy, clientCert } = await open(address, settings);
  const { host } = new URL(address);
  const context = { provider: "vendor", host, secrets: [], keyVariables: [], addressVariable: "X" };
  try {
    return await readStart(await send(address), 1000);
  } catch (error) {
    throw thrownError(error, { ...context, proxy, clientCert }, false);
  }
}

describe("what sends requests", () => {
  it("is the caller's fetch, where there is one, even when the environment has a proxy", async () => {
    const sent: (BodyInit | null | undefined)[] = [];
    const own: typeof fetch = (_, options) => {
      sent.push(options?.body);
      return Promise.resolve(new Response("own"));
    };
    for (const env of [{}, { HTTPS_PROXY: "http://proxy.test:1" }]) {
      const { send, isCustom } = await open("https://vendor.example", { fetch: own, env });
      expect(isCustom).toBe(true);
      await send("https://vendor.example/", { method: "POST", body: "a text" });
      await send("https://vendor.example/");
      // fetch takes no pieces.
      await send("https://vendor.example/", {
        method: "POST",
        body: { pieces: [Buffer.from("two "), Buffer.from("pieces")] },
      });
      expect(sent.splice(0)).toEqual(["a text", undefined, Buffer.from("two pieces")]);
    }
    expect((await open("https://vendor.example", {})).isCustom).toBe(false);
  });

  it("refuses settings that the caller's fetch would ignore", async () => {
    const settings = { fetch, proxy: "http://proxy.test:1" };
    await expect(open("https://vendor.example", settings)).rejects.toThrow("ignores proxy");
    await expect(open("https://vendor.example", { fetch, ca: "x" })).rejects.toThrow(ConfigError);
  });

  it("hands out extra headers that HTTP can carry, their values as secrets", async () => {
    const headers = { "x-team": "blue", "X_odd!": "a b" };
    expect(await open("https://vendor.example", { headers })).toMatchObject({
      headers,
      secrets: ["blue", "a b"],
    });
    const broken = open("https://vendor.example", { headers: { "x-team": "secret\nvalue" } });
    await expect(broken).rejects.toThrow("The value of the header x-team");
    await expect(broken).rejects.not.toThrow("secret");
    await expect(open("https://vendor.example", { headers: { "x team": "a" } })).rejects.toThrow('"x team"');
  });
});

describe("through a proxy", () => {
  it("an http address is asked for in the proxy's own form, with its password", async () => {
    await using server = await serveScript(() => page);
    const leadsTo = Number(new URL(server.url).port);
    await using proxy = await proxyServer({ leadsTo, account: "ann:p@ss" });
    const settings = { proxy: `http://ann:p%40ss@127.0.0.1:${proxy.port}` };
    expect(await asked("http://vendor.example/a?b=c", settings)).toBe("hello");
    expect(proxy.asked).toEqual(["GET http://vendor.example/a?b=c"]);
    expect(server.requests[0]).toMatchObject({ path: "/a?b=c" });
    expect(server.requests[0]?.headers).not.toHaveProperty("proxy-authorization");
    expect((await open("http://vendor.example", settings)).secrets).toContain("p@ss");
  });

  it("that the environment names, unless NO_PROXY names the host", async () => {
    await using server = await serveScript(() => page);
    await using proxy = await proxyServer({ leadsTo: Number(new URL(server.url).port) });
    const env = { HTTP_PROXY: `127.0.0.1:${proxy.port}`, NO_PROXY: "other.invalid" };
    expect(await asked("http://vendor.example/", { env })).toBe("hello");
    await expect(asked("http://other.invalid/", { env })).rejects.toThrow("other.invalid cannot be resolved");
    expect(await asked(server.url, { env })).toBe("hello");
    expect(proxy.asked).toHaveLength(1);
  });

  it.each([
    [
      "that wants a password",
      407,
      "requires a user name and a password (407)",
      false,
      "USER:PASSWORD@127.0.0.1",
    ],
    ["that forbids it", 403, "does not connect to vendor.example (403)", false, "HTTPS_PROXY"],
    ["that cannot reach it", 502, "does not connect to vendor.example (502)", true, "HTTPS_PROXY"],
    ["that hangs up", 0, "cut the connection to vendor.example (ERR_PROXY_CUT)", true, "HTTPS_PROXY"],
  ])("%s", async (_, refusesWith, message, retryable, hint) => {
    await using proxy = await proxyServer({ leadsTo: 1, refusesWith });
    const settings = { proxy: `http://127.0.0.1:${proxy.port}` };
    await expect(asked("https://vendor.example/", settings)).rejects.toMatchObject({
      code: "network",
      message: expect.stringContaining(`The proxy 127.0.0.1:${proxy.port} ${message}`) as string,
      retryable,
      hint: expect.stringContaining(hint) as string,
    });
  });

  it("that does not answer is left at once by an abort", async () => {
    const sockets: Socket[] = [];
    await using silent = await listening(createTcpServer((socket) => sockets.push(socket.resume())));
    const { send } = await open("https://vendor.example", { proxy: `http://127.0.0.1:${silent.port}` });
    const controller = new AbortController();
    const answer = send("https://vendor.example/", { signal: controller.signal });
    await expect.poll(() => sockets.length).toBe(1);
    controller.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
    await expect.poll(() => sockets[0]!.destroyed).toBe(true);
  });

  it.each([
    ["http://127.0.0.1:1", "Could not reach the proxy 127.0.0.1:1: connection refused."],
    ["http://proxy.invalid:3128", "The name of the proxy proxy.invalid:3128 cannot be resolved"],
  ])("that is not there (%s)", async (proxy, message) => {
    await expect(asked("https://vendor.example/", { proxy })).rejects.toMatchObject({
      code: "network",
      message: expect.stringContaining(message) as string,
      hint: expect.stringContaining("`proxy`") as string,
    });
  });
});

describe.skipIf(!hasOpenssl)("certificates", () => {
  let folder: TemporaryFolder;
  let file: (name: string) => string;
  let server: Listening;
  let strict: Listening;

  const secure = async (requestCert: boolean): Promise<Listening> => {
    const [cert, key, ca] = await Promise.all(
      ["server.pem", "server.key", "ca.pem"].map((name) => readFile(file(name))),
    );
    const tls = createServer(
      { cert, key, ca, requestCert, rejectUnauthorized: true },
      (request, response) => {
        const { subject } = (request.socket as TLSSocket).getPeerCertificate() ?? {};
        response.end(`hello ${String(subject?.CN ?? "anonymous")}`);
      },
    );
    tls.on("tlsClientError", () => undefined);
    return listening(tls);
  };

  beforeAll(async () => {
    folder = await temporaryFolder();
    file = await writeCertificates(folder.path, {
      server: "DNS:localhost,DNS:vendor.example",
      client: "DNS:client",
    });
    [server, strict] = await Promise.all([secure(false), secure(true)]);
  });

  afterAll(async () => {
    await Promise.all([server, strict, folder].map((made) => made[Symbol.asyncDispose]()));
  });

  const here = (of: Listening) => `https://localhost:${of.port}/`;
  const client = () => ({ clientCert: file("client.pem"), clientKey: file("client.key") });

  it("of an authority of one's own are trusted once `ca` names it", async () => {
    await expect(asked(here(server), {})).rejects.toMatchObject({
      code: "network",
      retryable: false,
      message: expect.stringContaining("is not trusted") as string,
      hint: expect.stringMatching(/`ca`.*NODE_EXTRA_CA_CERTS/) as string,
    });
    expect(await asked(here(server), { ca: file("ca.pem") })).toBe("hello anonymous");
  });

  it("leave the authorities that Node knows trusted", async () => {
    const { readCertificates } = await import("../src/transport/certificates.ts");
    const { ca = [] } = await readCertificates("vendor", { ca: file("ca.pem") });
    expect(ca.length).toBeGreaterThan(50);
  });

  it("that NODE_EXTRA_CA_CERTS names stay trusted beside `ca`, and through a proxy", async () => {
    await using proxy = await proxyServer({ leadsTo: server.port });
    await using other = await temporaryFolder();
    const unrelated = (await writeCertificates(other.path, {}))("ca.pem");
    const settings = JSON.stringify({ ca: unrelated, proxy: `http://127.0.0.1:${proxy.port}`, env: {} });
    const script = `
      import { openTransport } from ${JSON.stringify(import.meta.resolve("../src/index.ts"))};
      const url = new URL("https://vendor.example/");
      const { send } = await openTransport({ provider: "vendor", url, settings: ${settings} });
      for await (const bytes of (await send(url.href)).body) process.stdout.write(bytes);
    `;
    const env = { PATH: process.env["PATH"], NODE_EXTRA_CA_CERTS: file("ca.pem") };
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { env });
    expect(stdout).toBe("hello anonymous");
  });

  it("of this client are shown", async () => {
    const settings = { ca: file("ca.pem"), ...client() };
    expect(await asked(here(strict), settings)).toBe("hello client");
    await writeFile(
      file("both.pem"),
      (await readFile(file("client.pem"), "utf8")) + (await readFile(file("client.key"), "utf8")),
    );
    const one = { ca: file("ca.pem"), clientCert: file("both.pem") };
    expect(await asked(here(strict), one)).toBe("hello client");
  });

  it("of this client are asked for by their settings' names", async () => {
    await expect(asked(here(strict), { ca: file("ca.pem") })).rejects.toMatchObject({
      code: "network",
      hint: expect.stringContaining("`clientCert`") as string,
    });
  });

  it("that are issued for another name are told apart", async () => {
    const address = here(server).replace("localhost", "127.0.0.1");
    await expect(asked(address, { ca: file("ca.pem") })).rejects.toMatchObject({
      message: expect.stringContaining("issued for another name") as string,
      hint: expect.stringContaining("base URL") as string,
    });
  });

  it("count through a tunnel, and the authority for the proxy too", async () => {
    const [cert, key] = await Promise.all([
      readFile(file("server.pem"), "utf8"),
      readFile(file("server.key"), "utf8"),
    ]);
    await using proxy = await proxyServer({ leadsTo: strict.port, tls: { cert, key }, account: "ann:p" });
    const settings = {
      proxy: `https://ann:p@localhost:${proxy.port}`,
      ca: file("ca.pem"),
      ...client(),
    };
    expect(await asked("https://vendor.example/", settings)).toBe("hello client");
    expect(proxy.asked).toEqual(["CONNECT vendor.example:443"]);
    const untrusting = { proxy: settings.proxy };
    await expect(asked("https://vendor.example/", untrusting)).rejects.toThrow("is not trusted");
  });

  it.each<[string, (at: (name: string) => string) => TransportSettings, string, string]>([
    ["a file that is not there", (at) => ({ ca: at("no.pem") }), "unreadable", "ca of vendor: .*ENOENT"],
    ["an authority that is none", (at) => ({ ca: at("ca.key") }), "usage", "ca of vendor: .*no certificate"],
    ["a certificate that is none", (at) => ({ clientCert: at("ca.key") }), "usage", "clientCert of vendor"],
    ["a certificate alone", (at) => ({ clientCert: at("client.pem") }), "usage", "no private key"],
    ["a key alone", (at) => ({ clientKey: at("client.key") }), "usage", "clientCert is not"],
    [
      "a key of another certificate",
      (at) => ({ clientCert: at("client.pem"), clientKey: at("server.key") }),
      "usage",
      "clientKey of vendor: .*another certificate",
    ],
    [
      "a key with a passphrase",
      (at) => ({ clientCert: at("client.pem"), clientKey: at("locked.key") }),
      "usage",
      "with a passphrase",
    ],
  ])("that cannot be used say which setting it is: %s", async (_, settings, code, words) => {
    const text = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n";
    await writeFile(file("locked.key"), text);
    const opened = open("https://vendor.example", settings(file));
    await expect(opened).rejects.toThrow(ConfigError);
    await expect(opened).rejects.toMatchObject({
      code,
      message: expect.stringMatching(words) as string,
      hint: expect.stringMatching(/PEM/) as string,
    });
  });
});
