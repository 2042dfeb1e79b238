import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { pageBridge, type PageHost } from "../src/extension-pages/page-bridge.ts";
import { wishList } from "../src/extension-pages/wishes.ts";

/** A host that writes down what it is asked for. */
function setUp(more: Partial<PageHost> = {}) {
  const posted: unknown[] = [];
  const done: unknown[] = [];
  const bridge = pageBridge({
    post: (message) => void posted.push(message),
    context: () => ({ theme: "dark" }),
    input: { city: "Ulm" },
    result: { content: [{ type: "text", text: "sun" }] },
    callTool: async (tool, input) => (done.push([tool, input]), { content: [] }),
    openLink: async (url) => (done.push(url), true),
    sendMessage: async (text) => (done.push(text), false),
    resize: (height) => void done.push(height),
    ...more,
  });
  const ask = async (method: string, params: unknown = {}, id: unknown = 1) => {
    bridge.receive({ jsonrpc: "2.0", id, method, params });
    await Promise.resolve().then(() => new Promise((resolve) => setTimeout(resolve)));
    return posted.at(-1);
  };
  return { bridge, posted, done, ask };
}

const greeting = { appInfo: { name: "a", version: "1" }, appCapabilities: {}, protocolVersion: "2026-01-26" };

it("a page is greeted, and told the input and the result once it is ready", async () => {
  const { bridge, posted, ask } = setUp();
  bridge.receive({ jsonrpc: "2.0", method: "ui/notifications/initialized" });
  expect(posted).toEqual([]);
  expect(await ask("ui/initialize", greeting)).toMatchObject({
    id: 1,
    result: { protocolVersion: "2026-01-26", hostContext: { theme: "dark" } },
  });
  bridge.receive({ jsonrpc: "2.0", method: "ui/notifications/initialized" });
  expect(posted.slice(1)).toEqual([
    { jsonrpc: "2.0", method: "ui/notifications/tool-input", params: { arguments: { city: "Ulm" } } },
    {
      jsonrpc: "2.0",
      method: "ui/notifications/tool-result",
      params: { content: [{ type: "text", text: "sun" }] },
    },
  ]);
  bridge.contextChanged();
  expect(posted.at(-1)).toMatchObject({ method: "ui/notifications/host-context-changed" });
});

it.each([
  ["tools/call", { name: "t", arguments: { n: 1 } }, { result: { content: [] } }, ["t", { n: 1 }]],
  ["ui/open-link", { url: "https://a.example.org" }, { result: {} }, "https://a.example.org/"],
  [
    "ui/message",
    { role: "user", content: [{ type: "text", text: "Hi" }] },
    { result: { isError: true } },
    "Hi",
  ],
  ["ui/request-display-mode", { mode: "fullscreen" }, { result: { mode: "inline" } }, undefined],
  ["ping", {}, { result: {} }, undefined],
] as const)("%s is answered", async (method, params, answer, done) => {
  const host = setUp();
  await host.ask("ui/initialize", greeting);
  expect(await host.ask(method, params, "x")).toMatchObject({ id: "x", ...answer });
  expect(host.done).toEqual(done === undefined ? [] : [done]);
});

it.each([
  ["tools/call", { name: 3 }],
  ["tools/call", { name: "t", arguments: [] }],
  ["ui/open-link", { url: "javascript:alert(1)" }],
  ["ui/open-link", { url: "data:text/html,x" }],
  ["ui/open-link", { url: "https://" }],
  ["ui/message", { role: "assistant", content: [{ type: "text", text: "x" }] }],
  ["ui/message", { role: "user", content: [] }],
  ["ui/message", { role: "user", content: [{ type: "text", text: "x".repeat(10_001) }] }],
  ["resources/read", { uri: "file:///etc/passwd" }],
  ["sampling/createMessage", {}],
  ["constructor", {}],
  ["__proto__", {}],
])("%s with %j is refused", async (method, params) => {
  const { ask, done } = setUp();
  await ask("ui/initialize", greeting);
  expect(await ask(method, params, 7)).toMatchObject({ id: 7, error: { code: expect.any(Number) } });
  expect(done).toEqual([]);
});

it("nothing is done before the greeting, nor for more than eight requests at once", async () => {
  const { ask, done, bridge, posted } = setUp({ callTool: () => new Promise(() => {}) });
  expect(await ask("tools/call", { name: "t" })).toMatchObject({ error: { code: -32600 } });
  await ask("ui/initialize", greeting);
  for (let id = 0; id < 9; id++)
    bridge.receive({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "t" } });
  await Promise.resolve();
  expect(posted.at(-1)).toMatchObject({ id: 8, error: { message: "Too many requests are open." } });
  expect(done).toEqual([]);
});

it("a page cannot make itself larger than the limit, nor smaller than a line", () => {
  const { bridge, done } = setUp();
  for (const height of [10, 300.4, 1e9, Number.NaN, "300"])
    bridge.receive({ jsonrpc: "2.0", method: "ui/notifications/size-changed", params: { height } });
  expect(done).toEqual([40, 300, 900]);
});

it("whatever a page posts, nothing is done without a greeting, and nothing throws", () => {
  const message = fc.oneof(
    fc.anything(),
    fc.record({ jsonrpc: fc.constant("2.0"), id: fc.anything(), method: fc.string(), params: fc.anything() }),
  );
  checkProperty(
    fc.property(fc.array(message, { maxLength: 5 }), (messages) => {
      const { bridge, done } = setUp();
      for (const one of messages) bridge.receive(one);
      expect(done).toEqual([]);
    }),
  );
  const { bridge } = setUp();
  const circle: Record<string, unknown> = { jsonrpc: "2.0" };
  circle["params"] = circle;
  bridge.receive(circle);
  bridge.receive({ jsonrpc: "2.0", id: 1, method: "ping", params: { text: "x".repeat(1_000_001) } });
});

it("wishes are asked one after the other, and a page that has gone gets none", async () => {
  const { store, ask, end } = wishList();
  const first = ask({ kind: "link", url: "https://a.example.org/" });
  const second = ask({ kind: "message", text: "x" });
  expect(store.get().map(({ wish }) => wish.kind)).toEqual(["link", "message"]);
  store.get()[0]?.answer(true);
  expect(await first).toBe(true);
  end();
  expect([await second, store.get()]).toEqual([false, []]);
});
