import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
const check = ["provider", "check", "anthropic"];

/** A server with a certificate of its own, which nothing trusts unless it is told to. */
async function secureServer(folder: string) {
  const key = [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-keyout",
    "server.key",
  ];
  const names = [
    "-subj",
    "/CN=localhost",
    "-addext",
    "subjectAltName=DNS:localhost",
    "-addext",
    "basicConstraints=critical,CA:TRUE",
  ];
  execFileSync("openssl", ["req", "-x509", ...key, ...names, "-days", "2", "-out", "server.pem"], {
    cwd: folder,
    stdio: "ignore",
  });
  const server = createServer(
    { key: readFileSync(join(folder, "server.key")), cert: readFileSync(join(folder, "server.pem")) },
    (_, response) =>
      response.writeHead(403, { "content-type": "application/json" }).end('{"error":{"message":"reached"}}'),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `https://localhost:${port}`, [Symbol.asyncDispose]: async () => void server.close() };
}

describe.skipIf(!hasOpenssl)("authorities that OpenSSL's variables name (needs openssl)", () => {
  it.each([
    ["SSL_CERT_FILE", "server.pem"],
    ["SSL_CERT_DIR", "certs"],
  ])("%s is obeyed", async (name, path) => {
    await using skein = await skeinHome();
    await using server = await secureServer(skein.home);
    mkdirSync(join(skein.home, "certs"));
    writeFileSync(join(skein.home, "certs", "0a1b2c3d.0"), readFileSync(join(skein.home, "server.pem")));
    const env = { ANTHROPIC_BASE_URL: server.url };
    expect((await skein.run(check, env)).stderr).toMatch(/certificate/i);
    const trusted = await skein.run(check, { ...env, [name]: join(skein.home, path) });
    expect(trusted.stderr).not.toMatch(/certificate|ignored/i);
    expect(trusted.stderr).toContain("reached");
  });

  it.each([
    ["SSL_CERT_FILE", "missing.pem", "cannot be read"],
    ["SSL_CERT_FILE", "empty.pem", "holds no certificate"],
    ["SSL_CERT_DIR", "missing", "cannot be read"],
    ["SSL_CERT_DIR", "certs", "holds no certificate"],
  ])("%s=%s is refused with a message: it %s", async (name, path, reason) => {
    await using skein = await skeinHome();
    mkdirSync(join(skein.home, "certs"));
    writeFileSync(
      join(skein.home, "empty.pem"),
      "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    );
    const { stderr, exitCode } = await skein.run(["session", "list"], { [name]: join(skein.home, path) });
    expect(stderr).toContain(`skein: ${name} is ignored: ${join(skein.home, path)} ${reason}`);
    expect(exitCode).toBe(0);
  });
});
