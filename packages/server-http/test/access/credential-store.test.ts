import { expect, test } from "vitest";
import { credentialOf, digestOf } from "../../src/access/decide/credentials.ts";
import { createCredentialStore } from "../../src/access/listen/credential-store.ts";
import type { KeptBrowser } from "../../src/access/listen/kept-browsers.ts";

const limits = { codeMs: 60_000, browserMs: 60_000 };
type Store = ReturnType<typeof createCredentialStore>;

const bearer = (store: Store, secret: string) => credentialOf({ by: "bearer", secret }, store.all());
const browser = (store: Store, secret: string) => credentialOf({ by: "browser", secret }, store.all());

test("a secret is valid in the place that it was made for alone", () => {
  const store = createCredentialStore(limits);
  const { secret: token } = store.addToken("admin");
  const cookie = store.redeem(store.addCode("approve")) ?? "";
  expect([bearer(store, token)?.role, browser(store, token)]).toEqual(["admin", undefined]);
  expect([browser(store, cookie)?.role, bearer(store, cookie)]).toEqual(["approve", undefined]);
});

test("the owner's token stays, however many others are made; the oldest of those goes", () => {
  const store = createCredentialStore(limits);
  const owner = store.addToken("admin");
  const others = Array.from({ length: 64 }, () => store.addToken("read"));
  expect(store.all()).toHaveLength(64);
  expect(bearer(store, owner.secret)?.id).toBe(owner.id);
  expect(bearer(store, others[0]?.secret ?? "")).toBeUndefined();
  expect(bearer(store, others[1]?.secret ?? "")).toBeDefined();
});

test("the owner's token stays when browsers are logged in already", () => {
  const kept = Array.from({ length: 70 }, (_, at): KeptBrowser => {
    const until = Date.now() + 60_000;
    return { id: `k${at}`, digest: digestOf(`${at}`), role: "read", by: "browser", until };
  });
  const store = createCredentialStore(limits, kept);
  const owner = store.addToken("admin");
  store.addToken("read");
  expect(bearer(store, owner.secret)?.id).toBe(owner.id);
});

test("several links are open at once, the newest sixteen, each with its role", () => {
  const store = createCredentialStore(limits);
  store.addToken("admin");
  const codes = Array.from({ length: 17 }, (_, at) => store.addCode(at % 2 === 0 ? "read" : "approve"));
  const roles = codes.map((code) => browser(store, store.redeem(code) ?? "")?.role);
  const expected = codes.map((_, at) => (at === 0 ? undefined : at % 2 === 0 ? "read" : "approve"));
  expect(roles).toEqual(expected);
  expect(codes.map((code) => store.redeem(code))).toEqual(codes.map(() => undefined));
});
