import { createStore, type Store } from "./store.ts";

/** Pages beside the sessions. */
export const machinePages = [
  "recipes",
  "schedules",
  "extensions",
  "permissions",
  "settings",
  "costs",
] as const;

export type MachinePage = (typeof machinePages)[number];

export type Route =
  | { readonly page: "home" }
  | { readonly page: "session"; readonly session: string }
  | { readonly page: MachinePage };

/** @param hash - of the address: the server sees none of it. */
export function routeOf(hash: string): Route {
  const [, page = "", rest = ""] = /^#\/([^/]*)\/?(.*)$/.exec(hash) ?? [];
  if (page === "s" && rest !== "") return { page: "session", session: decodeURIComponent(rest) };
  const machine = machinePages.find((name) => name === page);
  return machine ? { page: machine } : { page: "home" };
}

export function hashOf(route: Route): string {
  if (route.page === "home") return "#/";
  if (route.page === "session") return `#/s/${encodeURIComponent(route.session)}`;
  return `#/${route.page}`;
}

/** Where the page is. */
export function watchRoute(place: Window): Store<Route> {
  const store = createStore(routeOf(place.location.hash));
  place.addEventListener("hashchange", () => store.set(routeOf(place.location.hash)));
  return store;
}
