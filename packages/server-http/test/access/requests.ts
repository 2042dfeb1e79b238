import { digestOf } from "../../src/access/decide/credentials.ts";
import type { AccessRequest, AccessSettings } from "../../src/access/index.ts";

export const token = "t".repeat(43);
export const browserSecret = "b".repeat(43);

export const settings: AccessSettings = {
  hosts: ["127.0.0.1:4400", "localhost:4400", "skein.example.org"],
  credentials: [
    { id: "owner", digest: digestOf(token), role: "admin", by: "bearer" },
    { id: "page", digest: digestOf(browserSecret), role: "approve", by: "browser" },
  ],
  cookie: "skein_4400",
  isLoopbackOnly: true,
  publicPaths: ["/index.html", "/assets/"],
  loginPath: "/login",
  wrongTokens: 0,
};

/** From this machine, under the server's own name unless the headers say another one. */
export function request(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): AccessRequest {
  const lines = Object.entries({ host: "127.0.0.1:4400", ...headers });
  return { method, url, headers: lines, remoteAddress: "127.0.0.1" };
}
