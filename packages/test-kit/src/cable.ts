import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Between a program and a server, on 127.0.0.1: it can be cut, fall silent, and be slow. */
export interface Cable extends AsyncDisposable {
  readonly port: number;
  /** Lets the next request through, and ends its connection in place of the answer. */
  cutNextAnswer(): void;
  cuts(): number;
  /** Resets all connections. */
  reset(): void;
  /**
   * Takes all bytes and passes none on, in neither direction; connections are accepted and none is ended, as behind a firewall
   * that has forgotten them.
   *
   * @returns what ends it. The connections there are stay silent for ever, unless what they held `arrives` then, late.
   */
  silence(): (held: "arrives" | "is lost") => void;
  /** Passes on everything so much later. */
  slow(ms: number): void;
}

export interface CableOptions {
  /** Bytes of the server that never arrive. */
  readonly drops?: (answer: Buffer) => boolean;
}

/** One direction of a connection. */
interface Lane {
  readonly from: Socket;
  readonly to: Socket;
  /** Taken while the cable is silent. */
  readonly held: Buffer[];
  way: "open" | "holds" | "loses";
  passed: Promise<void>;
}

export async function cableTo(target: number, { drops = () => false }: CableOptions = {}): Promise<Cable> {
  const lanes = new Set<Lane>();
  let [isCutting, cuts, delayMs, isSilent] = [false, 0, 0, false];

  async function passLater({ passed, to }: Lane, due: number, bytes: Buffer): Promise<void> {
    await passed;
    const waitMs = due - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (!to.destroyed) to.write(bytes);
  }

  /** In order, however the delay changes. */
  function pass(lane: Lane, bytes: Buffer): void {
    const due = performance.now() + delayMs;
    lane.passed = passLater(lane, due, bytes);
  }

  /** Each side is told of the other's end, unless the cable is silent: then it is told later. */
  function close(lane: Lane): void {
    if (lane.way === "holds") return;
    lanes.delete(lane);
    void lane.passed.then(() => lane.to.destroy());
  }

  function lay(from: Socket, to: Socket, take: (bytes: Buffer) => boolean): void {
    const lane: Lane = { from, to, held: [], way: isSilent ? "holds" : "open", passed: Promise.resolve() };
    lanes.add(lane);
    from.on("error", () => undefined).on("close", () => close(lane));
    from.on("data", (bytes: Buffer) => {
      if (lane.way === "holds") lane.held.push(bytes);
      else if (lane.way === "open" && take(bytes)) pass(lane, bytes);
    });
  }

  const proxy = createServer((client) => {
    const server = connect(target, "127.0.0.1");
    lay(client, server, () => true);
    lay(server, client, (answer) => {
      if (!isCutting) return !drops(answer);
      [isCutting, cuts] = [false, cuts + 1];
      client.destroy();
      return false;
    });
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");

  return {
    port: (proxy.address() as AddressInfo).port,
    cutNextAnswer: () => void (isCutting = true),
    cuts: () => cuts,
    reset() {
      for (const { from } of lanes) from.resetAndDestroy();
    },
    silence() {
      isSilent = true;
      for (const lane of lanes) lane.way = "holds";
      return (held) => {
        isSilent = false;
        for (const lane of lanes) {
          lane.way = held === "arrives" ? "open" : "loses";
          if (held === "arrives") for (const bytes of lane.held.splice(0)) pass(lane, bytes);
          if (lane.from.destroyed) close(lane);
        }
      };
    },
    slow: (ms) => void (delayMs = ms),
    async [Symbol.asyncDispose]() {
      const closed = once(proxy, "close");
      proxy.close();
      for (const { from, to } of lanes) {
        from.destroy();
        to.destroy();
      }
      await closed;
    },
  };
}
