import { once } from "node:events";
import { serveHttp, type HttpServerParts } from "@skein/server-http";
import { thisMachine } from "./machine.ts";
import { abortOnSignals } from "./signals.ts";
import { userHost } from "./user-host.ts";
import { version } from "./version.ts";
import { webAppFolder } from "./web-app-folder.ts";

/** Serves this machine's sessions, with the browser app where it was built, until a signal comes. @returns the exit code. */
export async function serveUntilStopped(
  listen: HttpServerParts["listen"],
  announce: (server: Awaited<ReturnType<typeof serveHttp>>) => void | Promise<void>,
): Promise<number> {
  using stop = abortOnSignals();
  const machine = thisMachine();
  await using host = await userHost();
  const app = { name: "skein", version };
  await using server = await serveHttp({ host, machine, app, listen, assets: webAppFolder() });
  await announce(server);
  if (!stop.signal.aborted) await once(stop.signal, "abort");
  return stop.exitCode();
}
