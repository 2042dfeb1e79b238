import { ConfigError, messageOf } from "@skein/protocol";
import { setTimeout } from "node:timers/promises";

/** As long as sessions in a database wait for it. */
const retryMs = 20_000;
const pauseMs = 500;

/**
 * Does what needs the database again and again while that is away, being restarted for example.
 *
 * @param unusable - what is thrown in the end. Default: `ConfigError`.
 */
export async function whenReachable<Result>(
  work: () => Promise<Result>,
  unusable: (error: unknown) => Error = queueUnusable,
): Promise<Result> {
  const endsAt = Date.now() + retryMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (isRefused(error) || Date.now() + pauseMs > endsAt) throw unusable(error);
    }
    await setTimeout(pauseMs);
  }
}

function queueUnusable(error: unknown): ConfigError {
  return new ConfigError("usage", `The queue in the database cannot be used: ${messageOf(error)}`, {
    hint: "Check host and port in the address, and that Postgres is running.",
  });
}

/** The database has answered, and not that it is starting or ending. */
function isRefused(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" && /^\d/.test(code) && !/^(08|57)/.test(code);
}
