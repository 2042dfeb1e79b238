import type { Agent, ClientRequestArgs } from "node:http";
import type { Socket } from "node:net";
import type { Certificates } from "./certificates.ts";
import { limitConnecting } from "./connect-timeout.ts";

/** What a connection is made with. */
interface ConnectOptions extends ClientRequestArgs {
  /** Speaks through it. */
  readonly socket?: Socket;
  /** Gives up a tunnel that is being opened. */
  readonly tunnelSignal?: AbortSignal | undefined;
}

export interface ConnectionsOptions {
  readonly isTls: boolean;
  readonly certificates: Certificates;
  /**
   * Milliseconds after which an unused connection is closed. Default 30,000: sooner than load balancers and
   * routers on the way do.
   */
  readonly idleMs?: number;
  /** Opens what the connection goes through. @param isUnref - whether the process may end meanwhile. */
  readonly tunnel?: ((options: ConnectOptions, isUnref: boolean) => Promise<Socket>) | undefined;
}

/** Connections of one kind, kept while they are unused; those let the process end. */
export interface Connections {
  /** For requests. */
  readonly agent: Agent;
  /** Opens a connection for the next request to a host, unless there is one. Sends nothing, and never throws. */
  readonly preconnect: (options: ConnectOptions) => void;
}

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
      const isBusy = [agent.sockets, agent.freeSockets].some((sockets) => Object.keys(sockets).length > 0);
      if (isBusy || spares.has(name)) return;
      const forget = (): void => void spares.delete(name);
      const spare = openThrough({ ...ofSockets, ...options }, true).then(
        (socket) => {
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
