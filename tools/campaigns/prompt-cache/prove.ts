import type { Wire } from "../wires/wires.ts";
import { holdSession } from "./hold-session.ts";
import { toldRequest, type ToldRequest } from "./told.ts";

export interface Proof {
  readonly wire: string;
  readonly requests: number;
  /** Bytes of all bodies. */
  readonly bytes: number;
  /** Of the bytes that a request had, what the next one begins with; outside of declared breaks. */
  readonly share: number;
  /** Of what was sent, what the request before had as well. */
  readonly sentBefore: number;
  /** Cache breakpoints of a request: the fewest and the most. */
  readonly breakpoints: readonly [number, number];
  /** Why, of each request whose break was told. */
  readonly declared: readonly string[];
  /** Where a request does not begin as the one before, and no event said so. */
  readonly undeclared: readonly string[];
  /** What is not as it must be. */
  readonly problems: readonly string[];
}

/** Vendors refuse a request with more. Source: Anthropic's and Bedrock's pages on prompt caching. */
const mostBreakpoints = 4;

export async function prove(wire: Wire, turns: number): Promise<Proof> {
  const held = await holdSession(wire, turns);
  const requests = held.bodies.map(toldRequest);
  const undeclared: string[] = [];
  const unread: string[] = [];
  let [kept, wanted, known, sent] = [0, 0, 0, 0];
  for (const [at, before] of requests.slice(0, -1).entries()) {
    const now = requests[at + 1]!;
    const common = commonLength(before.prefix, now.whole);
    known += common;
    sent += now.whole.length;
    if (held.declared.has(at + 1)) continue;
    kept += common;
    wanted += before.prefix.length;
    if (common < before.prefix.length) undeclared.push(shown(at + 1, before, now, common));
    const lost = before.cached.filter((text) => !now.whole.startsWith(text)).length;
    if (lost > 0)
      unread.push(`request ${at + 1}: ${lost} marked beginnings of the one before are not its own`);
  }
  const undue = [...held.declared.keys()].filter((at) =>
    requests[at]?.whole.startsWith(requests[at - 1]?.prefix ?? ""),
  );
  const marks = requests.map(({ cached }) => cached.length);
  const most = Math.max(...marks);
  return {
    wire: wire.name,
    requests: requests.length,
    bytes: held.bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0),
    share: wanted === 0 ? 0 : kept / wanted,
    sentBefore: sent === 0 ? 0 : known / sent,
    breakpoints: [Math.min(...marks), most],
    declared: [...held.declared.values()],
    undeclared,
    problems: [
      ...undeclared,
      ...unread,
      ...(most > mostBreakpoints ? [`a request has ${most} cache breakpoints`] : []),
      ...held.rejected.map((why) => `refused: ${why}`),
      ...(requests.length < turns ? [`${requests.length} requests were made, not ${turns}`] : []),
      ...held.left.map((name) => `there was no time for the change of ${name}`),
      ...undeclaredChanges([...held.declared.values()]),
      ...undue.map((at) => `request ${at}: a break was declared where there was none`),
    ],
  };
}

/** What the declared breaks say, whatever else they say. */
const expected = {
  mode: /^Tools removed: writing\./,
  elision: /earlier results? (?:was|were) shortened/,
  compaction: /^The conversation was compacted when asked\./,
  rewind: /^The conversation was rewound\./,
  tools: /^Tools added: larger\./,
  model: /^The model was .* and is .* now\./,
};

function undeclaredChanges(declared: readonly string[]): readonly string[] {
  return Object.entries(expected)
    .filter(([, said]) => declared.filter((reason) => said.test(reason)).length !== 1)
    .map(([name]) => `the change of ${name} was not declared, or more than once: ${declared.join(" | ")}`);
}

function commonLength(prefix: string, whole: string): number {
  if (whole.startsWith(prefix)) return prefix.length;
  let [low, high] = [0, Math.min(prefix.length, whole.length)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (whole.startsWith(prefix.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}

function shown(at: number, before: ToldRequest, now: ToldRequest, common: number): string {
  const around = ({ whole }: ToldRequest) =>
    JSON.stringify(whole.slice(Math.max(0, common - 60), common + 60));
  return `request ${at}: it goes on otherwise from byte ${common} of ${before.prefix.length}: ${around(before)}, then ${around(now)}`;
}
