import { outsideCases, outsideFile } from "./outside-fixtures.ts";

/** One request that was answered, and what an independent reader made of the answer. */
export interface RecordedExchange<Expected> {
  readonly name: string;
  /** For example `anthropic-messages`. */
  readonly api: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `sse`, `json`, or `lines` when the framing was lost. */
  readonly wire: string;
  readonly bytes: Buffer;
  readonly expected: Expected;
}

interface Case {
  readonly id: string;
  readonly api: string;
  readonly turns: readonly {
    readonly response: string;
    readonly wire: string;
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
  }[];
  readonly expected: string;
}

/**
 * All that were recorded of these interfaces; none where the material is not there.
 *
 * @param frame - puts the framing back round a line of JSON where it was lost.
 */
export function recordedExchanges<Expected>(
  apis: readonly string[],
  frame: (line: string) => string,
): readonly RecordedExchange<Expected>[] {
  return (outsideCases("provider-streams/index.json") as readonly Case[])
    .filter(({ api }) => apis.includes(api))
    .flatMap(({ id, api, turns, expected }) => {
      const wanted = JSON.parse(
        outsideFile(`provider-streams/${expected}`).toString(),
      ) as readonly Expected[];
      return turns.map(({ response, wire, status, headers }, at) => {
        const received = outsideFile(`provider-streams/${response}`);
        const bytes = wire === "lines" && status === 200 ? framed(received, frame) : received;
        const name = `${id} ${at + 1}`;
        return {
          name,
          api,
          status,
          headers: { ...typeOf(wire), ...headers },
          wire,
          bytes,
          expected: wanted[at]!,
        };
      });
    });
}

function typeOf(wire: string): Readonly<Record<string, string>> {
  return wire === "json" ? { "content-type": "application/json" } : {};
}

function framed(bytes: Buffer, frame: (line: string) => string): Buffer {
  const lines = bytes.toString("utf8").split("\n");
  return Buffer.from(lines.flatMap((line) => (line.trim() === "" ? [] : [frame(line)])).join(""));
}
