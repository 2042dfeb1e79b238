import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { serveScript } from "@skein/provider-conformance/servers";
import { networkErrorOf } from "../src/index.ts";

const failure = (error: unknown) => networkErrorOf({ provider: "vendor", error, host: "host:1" });

async function thrownBy(run: () => Promise<unknown>): Promise<unknown> {
  return run().then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("a real connection that fails", () => {
  it("because the connection is refused", async () => {
    const error = failure(await thrownBy(async () => fetch(`http://127.0.0.1:${await freePort()}/`)));
    expect(error).toMatchObject({
      code: "network",
      retryable: true,
      message: "Could not reach host:1: connection refused.",
    });
    expect(error?.hint).toContain("base URL");
  });

  it("because there is no such name", async () => {
    const error = failure(await thrownBy(() => fetch("http://no-such-host.invalid/")));
    expect(error).toMatchObject({
      code: "network",
      retryable: true,
      message: /^The name host:1 cannot be resolved/,
    });
  });

  it("because the server does not speak TLS", async () => {
    await using server = await serveScript(() => ({
      status: 200,
      contentType: "text/plain",
      body: Buffer.from("x"),
    }));
    const error = failure(await thrownBy(() => fetch(server.url.replace("http", "https"))));
    expect(error).toMatchObject({ code: "network", retryable: false });
  });

  it("because it is cut in the middle of the body", async () => {
    await using server = await serveScript(() => ({
      status: 200,
      contentType: "text/plain",
      body: Buffer.alloc(999),
      cutAfterBytes: 10,
    }));
    const error = failure(await thrownBy(async () => (await fetch(server.url)).text()));
    expect(error).toMatchObject({
      code: "network",
      retryable: true,
      message: "The connection to host:1 was cut (UND_ERR_SOCKET).",
    });
  });
});

describe("a network failure", () => {
  it.each([
    ["ECONNRESET", true],
    ["EPIPE", true],
    ["EAI_AGAIN", true],
    ["ETIMEDOUT", true],
    ["UND_ERR_CONNECT_TIMEOUT", true],
    ["UND_ERR_BODY_TIMEOUT", true],
    ["ENETUNREACH", true],
    ["CERT_HAS_EXPIRED", false],
    ["SELF_SIGNED_CERT_IN_CHAIN", false],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", false],
    ["ERR_TLS_CERT_ALTNAME_INVALID", false],
    ["ERR_SSL_WRONG_VERSION_NUMBER", false],
    ["HPE_INVALID_CONSTANT", false],
  ])("%s is found deep in the causes", (code, retryable) => {
    const cause = Object.assign(new Error("deep"), { code });
    const error = new Error("outer", {
      cause: new TypeError("fetch failed", { cause: new AggregateError([cause]) }),
    });
    expect(failure(error)).toMatchObject({
      code: "network",
      retryable,
      message: expect.stringMatching(`host:1.*\\(${code}\\)`) as string,
    });
  });

  it.each([
    new TypeError("x is not a function"),
    Object.assign(new Error("no file"), { code: "ENOENT" }),
    "text",
    null,
  ])("is not seen where there is none (%s)", (error) => {
    expect(failure(error)).toBeUndefined();
  });

  it("ends on causes that go round in circles", () => {
    const error = new TypeError("terminated");
    error.cause = error;
    expect(failure(error)).toMatchObject({ code: "network" });
  });
});
