import type { Entry } from "@skein/protocol";
import type { RewriteRules } from "../src/index.ts";

export const secret = "hunter2-canary-0123456789";

/** Takes the secret out of everything. */
export const changes: RewriteRules = {
  entry: (entry) => JSON.parse(JSON.stringify(entry).replaceAll(secret, "***")) as Entry,
  blob: (bytes) => Buffer.from(Buffer.from(bytes).toString().replaceAll(secret, "***")),
};
