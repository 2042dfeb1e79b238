import { describe, expect, it } from "vitest";
import { ConfigError, ProviderError } from "@skein/protocol";
import { collect, never } from "@skein/test-kit";
import { createProvider } from "../src/index.ts";
import type { LiveModel } from "../src/index.ts";
import { end, request, start, text } from "./models.ts";

const refused = (status = 401): ProviderError =>
  new ProviderError("auth", "no", { provider: "vendor", status, retryable: false });

/** A vendor that takes one key; what connects has the key that was given last. */
function vendor(takes: string, keys: readonly string[], refresh: "on" | "off" = "on") {
  const asked: string[] = [];
  const left = [...keys];
  const ask = (key: string): void => {
    asked.push(key);
    if (key !== takes) throw refused();
  };
  const model = (id: string, connected: () => Promise<string>): LiveModel => ({
    provider: "vendor",
    id,
    limits: {},
    async *stream() {
      ask(await connected());
      yield start;
      yield* text(0, "hi");
      yield end;
    },
  });
  const list = (key: string) => {
    ask(key);
    return Promise.resolve([]);
  };
  const refreshKey = async (): Promise<string> => {
    await Promise.resolve();
    const next = left.shift();
    if (next === undefined) throw new Error("signed out");
    return next;
  };
  const connect = () => Promise.resolve("old");
  const provider = createProvider(
    { id: "vendor", connect, model, list, refreshKey: refresh === "on" ? refreshKey : undefined },
    {},
  );
  return { provider, asked, left, say: () => collect(provider.model("m").stream(request, never)) };
}

describe("a key that was refused", () => {
  it("is renewed once, and the request made again once", async () => {
    const { asked, say } = vendor("new", ["new"]);
    expect((await say()).at(-1)).toEqual(end);
    expect(asked).toEqual(["old", "new"]);
    await say();
    expect(asked).toEqual(["old", "new", "new"]);
  });

  it("is renewed once for all requests that found it refused", async () => {
    const { asked, say, provider, left } = vendor("new", ["new", "never asked for"]);
    await Promise.all([say(), say(), provider.check()]);
    expect(left).toEqual(["never asked for"]);
    expect(asked.toSorted()).toEqual(["new", "new", "new", "old", "old", "old"]);
  });

  it("is an error when the fresh one is refused too", async () => {
    const { asked, say } = vendor("other", ["new", "newer"]);
    await expect(say()).rejects.toMatchObject({ code: "auth", status: 401 });
    expect(asked).toEqual(["old", "new"]);
  });

  it("is an error that says so when it cannot be renewed", async () => {
    const { asked, say } = vendor("new", []);
    await expect(say()).rejects.toMatchObject({ code: "auth", message: /could not be renewed/ });
    expect(asked).toEqual(["old"]);
  });

  it("is an error at once when keys cannot be renewed", async () => {
    const { asked, say, provider } = vendor("new", ["new"], "off");
    await expect(say()).rejects.toMatchObject({ status: 401 });
    await expect(provider.check()).rejects.toMatchObject({ status: 401 });
    expect(asked).toEqual(["old", "old"]);
  });
});

describe("what is not a refused key", () => {
  const failing = (thrown: unknown, begins = false) => {
    let renewals = 0;
    const provider = createProvider<string>(
      {
        id: "vendor",
        connect: () => Promise.resolve("key"),
        model: (id, connected) => ({
          provider: "vendor",
          id,
          limits: {},
          async *stream() {
            await connected();
            if (begins) yield start;
            throw thrown;
          },
        }),
        list: () => Promise.resolve([]),
        refreshKey: (key) => {
          renewals++;
          return Promise.resolve(key);
        },
      },
      {},
    );
    return { say: () => collect(provider.model("m").stream(request, never)), renewals: () => renewals };
  };

  it.each([
    ["a key that is not allowed to", refused(403), false],
    ["an error of the settings", new ConfigError("usage", "no"), false],
    ["a reply that had begun", refused(), true],
  ])("%s renews nothing", async (_, error, begins) => {
    const { say, renewals } = failing(error, begins);
    await expect(say()).rejects.toBe(error);
    expect(renewals()).toBe(0);
  });
});
