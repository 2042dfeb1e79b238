import { ConfigError, SkeinError } from "@skein/protocol";
import type { HttpServerParts } from "@skein/server-http";

const hints: Readonly<Record<string, string>> = {
  address: "Give --address one that `ip addr` lists, or leave it out for 127.0.0.1.",
  port: "Give --port a number from 1024 to 65535, or leave it out for any that is free.",
  "not-a-host": "Correct --allow-host.",
  "no-allowed-host": "Add --allow-host NAME.",
  "open-to-others": "Put --socket into a folder that only you can use: mkdir -m 700 FOLDER.",
  EADDRINUSE: "Another program uses it: give another --port, or leave it out for any that is free.",
  EACCES: "It is not yours to listen at: give a --port from 1024 on, or leave it out.",
  EADDRNOTAVAIL: "This machine has no such address: give --address one of its own, or leave it out.",
};

const socketHints: Readonly<Record<string, string>> = {
  EADDRINUSE: "Another program listens there: give another --socket.",
  EACCES: "Give --socket a path where you may write.",
  EINVAL: "The path is too long for a socket: give a shorter --socket.",
};

/** What to type when a server could not be started. */
export function withListenHint(error: unknown, { socket }: HttpServerParts["listen"]): unknown {
  if (!SkeinError.is(error) || error.name !== "ConfigError") return error;
  const { cause } = error;
  const code = codeOf((cause as { readonly cause?: unknown } | undefined)?.cause) ?? codeOf(cause);
  const hint = (socket === undefined ? undefined : socketHints[code ?? ""]) ?? hints[code ?? ""];
  return hint === undefined ? error : new ConfigError("usage", error.message, { hint, cause });
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : undefined;
}
