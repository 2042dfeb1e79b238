import { describe, expect, it } from "vitest";
import { ConfigError } from "@skein/protocol";
import { fetchOf } from "@skein/provider-conformance/servers";
import {
  baseUrl,
  createProvider,
  limitsIn,
  listModels,
  type ErrorContext,
  type LiveModel,
} from "../src/index.ts";
import { modelOf } from "./models.ts";

const context: ErrorContext = {
  provider: "vendor",
  host: "vendor.example",
  secrets: [],
  keyVariables: ["VENDOR_KEY"],
  addressVariable: "VENDOR_URL",
};

function vendor(connect: () => Promise<string>) {
  const listed: (readonly [string, number])[] = [];
  const provider = createProvider(
    {
      id: "vendor",
      connect,
      model: (id): LiveModel => ({ ...modelOf(), id }),
      list: (connection, atMost) => {
        listed.push([connection, atMost]);
        return Promise.resolve([]);
      },
    },
    {},
  );
  return { provider, listed };
}

describe("a provider made of its parts", () => {
  it("connects when something is first needed, and once", async () => {
    let count = 0;
    const { provider, listed } = vendor(() => Promise.resolve(`connection ${++count}`));
    expect(provider.model("m")).toMatchObject({ id: "m" });
    expect(count).toBe(0);
    await Promise.all([provider.prepare(), provider.models(), provider.check()]);
    expect(count).toBe(1);
    expect(listed).toEqual([
      ["connection 1", 1000],
      ["connection 1", 1],
    ]);
  });

  it("tries again after it could not connect", async () => {
    let key = "";
    const { provider } = vendor(() =>
      key === "" ? Promise.reject(new ConfigError("missing-key", "No key.")) : Promise.resolve(key),
    );
    await expect(provider.prepare()).rejects.toMatchObject({ code: "missing-key" });
    key = "set";
    await provider.prepare();
  });
});

describe("a list of models", () => {
  const list = (text: string, signal?: AbortSignal) =>
    listModels(
      {
        ask: (either) =>
          either.aborted ? Promise.reject(either.reason as Error) : fetchOf(Buffer.from(text), 5)("http://x"),
        modelsIn: (body) =>
          Array.isArray(body) ? [{ id: "m", limits: limitsIn(body[0], body[1]) }] : undefined,
        context,
      },
      signal,
    );

  it("has the limits that were said", async () => {
    expect(await list("[1000, 0]")).toEqual([{ id: "m", limits: { contextTokens: 1000 } }]);
  });

  it.each(["<html><body>Sign in", '{"no":"list"}'])("that is none is quoted: %s", async (text) => {
    await expect(list(text)).rejects.toMatchObject({
      code: "bad-stream",
      retryable: false,
      message: expect.stringMatching(/Sign in|no/) as string,
      hint: expect.stringContaining("VENDOR_URL") as string,
    });
  });

  it("that is a sign-in page says to sign in", async () => {
    await expect(list("<!doctype html><body>Sign in")).rejects.toMatchObject({
      code: "bad-stream",
      retryable: false,
      hint: expect.stringContaining("Sign in to your network or proxy in a browser") as string,
    });
  });

  it("ends with its signal, and says what of the network failed", async () => {
    await expect(list("[]", AbortSignal.abort("no"))).rejects.toBe("no");
    const ask = (signal: AbortSignal) => fetch("http://127.0.0.1:1", { signal });
    await expect(listModels({ ask, modelsIn: () => [], context })).rejects.toMatchObject({ code: "network" });
  });
});

describe("an address", () => {
  const address = (explicit: string | undefined, env: Readonly<Record<string, string>> = {}) =>
    baseUrl({
      provider: "vendor",
      explicit,
      variable: "VENDOR_URL",
      env,
      official: "https://api.vendor.example/v1",
    }).href;

  it("is what the caller says, then the environment, then the vendor's own", () => {
    const env = { VENDOR_URL: "http://localhost:1/x" };
    expect(address(" http://127.0.0.1:2 ", env)).toBe("http://127.0.0.1:2/");
    expect(address("", env)).toBe("http://localhost:1/x");
    expect(address(undefined, { VENDOR_URL: " " })).toBe("https://api.vendor.example/v1");
  });

  it.each(["nowhere", "ftp://x", "https://user:secret@example.com"])(
    "is refused, and not repeated: %s",
    (wrong) => {
      expect(() => address(wrong)).toThrow(ConfigError);
      expect(() => address(wrong)).not.toThrow("secret");
    },
  );
});

describe("the connection of the first request", () => {
  it("is opened by what asks for it, once it is known where to", async () => {
    const opened: string[] = [];
    const provider = createProvider(
      {
        id: "vendor",
        connect: () => Promise.resolve("there"),
        preconnect: (connection) => opened.push(connection),
        model: (id): LiveModel => ({ ...modelOf(), id }),
        list: () => Promise.resolve([]),
      },
      {},
    );
    provider.preconnect?.();
    await provider.prepare();
    await provider.check();
    expect(opened).toEqual([]);
    provider.preconnect?.();
    await expect.poll(() => opened).toEqual(["there"]);
  });
});
