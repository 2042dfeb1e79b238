import type { LoginStore, McpLogin } from "./login-settings.ts";

const stores = new WeakMap<McpLogin, LoginStore>();

/** Keeps a login as long as its settings are in use, over several connections. */
export function memoryLoginStore(settings: McpLogin): LoginStore {
  const known = stores.get(settings);
  if (known) return known;
  let kept: string | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const store: LoginStore = {
    read: () => Promise.resolve(kept),
    write: (text) => Promise.resolve(void (kept = text)),
    exclusively(work) {
      const next = last.then(work);
      last = next.catch(() => {});
      return next;
    },
  };
  stores.set(settings, store);
  return store;
}
