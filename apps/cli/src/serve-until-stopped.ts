import { once } from "node:events";
import { serveHost, type HttpServerParts } from "@skein/server-http";
import { thisMachine } from "./machine.ts";
import { abortOnSignals } from "./signals.ts";
import { withListenHint } from "./wording/listen-hint.ts";
import { userHost } from "./user-host.ts";
import { version } from "./version.ts";
import { webAppFolder } from "./web-app-folder.ts";
import { loadSessionQueue } from "./later.ts";

/** Serves this machine's sessions, with the browser app where it was built, until a signal comes. `isQueued`: workers do their runs. @returns the exit code. */
export async function serveUntilStopped(
  listen: HttpServerParts["listen"],
  announce: (server: Awaited<ReturnType<typeof serveHost>>) => void | Promise<void>,
  { isQueued = false } = {},
): Promise<number> {
  using stop = abortOnSignals();
  const machine = thisMachine();
  const own = await userHost();
  await using host = isQueued ? await (await loadSessionQueue()).queuedHost(own, machine) : own;
  const app = { name: "skein", version };
  const serving = serveHost({ host, machine, app, listen, assets: webAppFolder() });
  await using server = await serving.catch((error: unknown) => {
    throw withListenHint(error, listen);
  });
  await announce(server);
  if (!stop.signal.aborted) await once(stop.signal, "abort");
  return stop.exitCode();
}
