// Connections. An agent of Node reuses them; this module adds what it lacks: a
// timeout for connecting, a connection opened ahead of its request (`spares`),
// and tunnels through proxies.
import type { Agent, ClientRequestArgs } from "node:http";
import type { Socket } from "node:net";
import type { Certificates } from "./certificates.ts";
import { limitConnecting } from "./connect-timeout.ts";

/** Options that a connection is made with. */
interface ConnectOptions extends ClientRequestArgs {
  /** Tunnel to connect through. */
  readonly socket?: Socket;
  /** Aborts a tunnel that is being opened. */
  readonly tunnelSignal?: AbortSignal | undefined;
}

/** Options of `createConnections`. */
export interface ConnectionsOptions {
  /** True if the connections use TLS. */
  readonly isTls: boolean;
  /** Certificates for TLS. */
  readonly certificates: Certificates;
  /**
   * Milliseconds after which an unused connection is closed. Default: 30,000,
   * sooner than load balancers and routers on the way do.
   */
  readonly idleMs?: number;
  /**
   * Opens the socket that the connection goes through. `isUnref`: the process
   * may end meanwhile. Default: a direct connection.
   */
  readonly tunnel?: ((options: ConnectOptions, isUnref: boolean) => Promise<Socket>) | undefined;
}

/**
 * Connections of one kind, reused while they are open. Unused ones let the
 * process end.
 */
export interface Connections {
  /** Agent for requests. */
  readonly agent: Agent;
  /**
   * Opens a connection for the next request to a host, unless one exists. Sends
   * nothing, and never throws.
   */
  readonly preconnect: (options: ConnectOptions) => void;
}

/**
 * Creates the connections of one kind. The connection used last is reused
 * first, so that the others can time out.
 */
export function createConnections({
  isTls,
  certificates,
  idleMs = 30_000,
  tunnel,
}: ConnectionsOptions): Connections {
  const { Agent } = process.getBuiltinModule(isTls ? "node:https" : "node:http");
  const ofSockets = {
    keepAlive: true,
    noDelay: true,
    timeout: idleMs,
    ...(isTls ? { ALPNProtocols: ["http/1.1"] } : {}),
    ...certificates,
  };
  const agent = new Agent({ scheduling: "lifo", ...ofSockets });
  const connect = agent.createConnection.bind(agent);
  const open = (options: ConnectOptions): Socket => limitConnecting(connect(options) as Socket, isTls);
  const openThrough = async (options: ConnectOptions, isUnref: boolean): Promise<Socket> =>
    open(tunnel ? { ...options, socket: await tunnel(options, isUnref) } : options);

  /** By host and port: opened ahead of its request. */
  const spares = new Map<string, Promise<Socket | undefined>>();
  const nameOf = ({ host, port }: ConnectOptions): string => `${host}:${port}`;

  // Gives a request the spare connection, or a new one if the spare has failed.
  const handOut = async (
    options: ConnectOptions,
    spare: Promise<Socket | undefined> | undefined,
    done: Parameters<typeof agent.createConnection>[1],
  ): Promise<void> => {
    try {
      const ready = await spare;
      const socket = ready && !ready.destroyed ? ready.ref() : await openThrough(options, false);
      done?.(null, socket);
    } catch (error) {
      done?.(error as Error, undefined as never);
    }
  };

  // Called by Node when no open connection is free.
  agent.createConnection = (options: ConnectOptions, done) => {
    const spare = spares.get(nameOf(options));
    if (!spare && !tunnel) return open(options);
    spares.delete(nameOf(options));
    void handOut(options, spare, done);
    return undefined;
  };

  return {
    agent,
    preconnect(options) {
      const name = nameOf(options);
      // An open connection exists already, so the next request needs no other
      // one.
      const isBusy = [agent.sockets, agent.freeSockets].some((sockets) => Object.keys(sockets).length > 0);
      if (isBusy || spares.has(name)) return;
      const forget = (): void => void spares.delete(name);
      const spare = openThrough({ ...ofSockets, ...options }, true).then(
        (socket) => {
          // A spare that fails is dropped; the request then opens its own and
          // reports the error.
          socket.unref().on("error", forget).once("close", forget);
          socket.once("timeout", () => spares.get(name) === spare && socket.destroy());
          return socket;
        },
        () => undefined,
      );
      spares.set(name, spare);
    },
  };
}
