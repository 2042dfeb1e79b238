/** What `skein-launcher` writes first: who it is, and the version of the frames. */
const greeting = Buffer.from("SKL2");

/** The most bytes of one request. */
export const maxRequestBytes = 8 * 1024 * 1024;

/** A command as the launcher takes it. */
export interface LaunchRequest {
  readonly id: number;
  readonly deadlineMs: number;
  readonly maxOutputBytes: number;
  /** At that limit older output is dropped; otherwise the command cannot write any more. */
  readonly keepsNewest: boolean;
  /** Absolute. */
  readonly folder: string;
  readonly cwd: string;
  /** A variable and its value, which the environment has. */
  readonly mark: string;
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Layout: see `request.c`.
 *
 * @throws TypeError when a text contains a NUL.
 */
export function encodeRequest(request: LaunchRequest): Buffer {
  const { id, deadlineMs, maxOutputBytes, keepsNewest, folder, cwd, mark, argv, environment } = request;
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const all = [folder, cwd, mark, ...argv, ...variables];
  if (all.some((text) => text.includes("\0"))) throw new TypeError("The command contains a NUL character.");
  const texts = Buffer.from(`${all.join("\0")}\0`);
  const head = Buffer.alloc(32);
  head.writeUInt32LE(head.length - 4 + texts.length, 0);
  head.writeUInt32LE(id, 4);
  head.writeUInt32LE(deadlineMs, 8);
  head.writeBigUInt64LE(BigInt(maxOutputBytes), 12);
  head.writeUInt32LE(argv.length, 20);
  head.writeUInt32LE(variables.length, 24);
  head.writeUInt32LE(keepsNewest ? 1 : 0, 28);
  return Buffer.concat([head, texts]);
}

/**
 * - `started`: `value` is the id of the process that watches the command, and of its group.
 * - `ended`: that process has ended; `value` is what it exited with, see `launcher.h`.
 */
export interface LaunchReport {
  readonly kind: "started" | "ended";
  readonly id: number;
  readonly value: number;
}

const kinds: Readonly<Record<number, LaunchReport["kind"]>> = { 0x53: "started", 0x45: "ended" };
const reportBytes = 9;

/** Reads what the launcher writes, in pieces of any length. It throws when that is something else. */
export function reportReader(take: (report: LaunchReport) => void): (piece: Buffer) => void {
  let rest = Buffer.alloc(0);
  let greeted = false;
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    if (!greeted) {
      if (!rest.subarray(0, greeting.length).equals(greeting.subarray(0, rest.length)))
        throw new Error("It does not greet as the launcher of this version does.");
      if (rest.length < greeting.length) return;
      rest = rest.subarray(greeting.length);
      greeted = true;
    }
    for (; rest.length >= reportBytes; rest = rest.subarray(reportBytes)) {
      const kind = kinds[rest.readUInt8(0)];
      if (kind === undefined) throw new Error("It reports something that does not exist.");
      take({ kind, id: rest.readUInt32LE(1), value: rest.readUInt32LE(5) });
    }
  };
}
