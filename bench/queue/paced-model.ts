import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { textReply } from "../anthropic-server.ts";

/** A request, and who it was for; times are those of `performance.now()`. */
export interface SeenCall {
  readonly share: string;
  readonly beganAt: number;
  /** `Infinity` while it is under way. */
  endedAt: number;
}

export interface PacedModel extends AsyncDisposable {
  readonly url: string;
  readonly calls: readonly SeenCall[];
}

/** Answers each request after so many milliseconds. The share is read from the task. */
export async function pacedModel(ms: number): Promise<PacedModel> {
  const calls: SeenCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const share = /for share-(\w+)/.exec(Buffer.concat(chunks).toString())?.[1] ?? "";
      const call: SeenCall = { share, beganAt: performance.now(), endedAt: Infinity };
      calls.push(call);
      setTimeout(() => {
        call.endedAt = performance.now();
        response.writeHead(200, { "content-type": "text/event-stream" }).end(textReply(["Done."]));
      }, ms);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The most that were under way at the same time. */
export function mostAtOnce(calls: readonly SeenCall[]): number {
  const steps = calls.flatMap(({ beganAt, endedAt }) => [
    { at: beganAt, by: 1 },
    { at: endedAt, by: -1 },
  ]);
  let [now, most] = [0, 0];
  for (const { by } of steps.toSorted((one, other) => one.at - other.at || one.by - other.by))
    most = Math.max(most, (now += by));
  return most;
}

/** The most that began in any minute. */
export function mostInMinute(calls: readonly SeenCall[]): number {
  const times = calls.map(({ beganAt }) => beganAt).toSorted((one, other) => one - other);
  let [first, most] = [0, 0];
  for (const [last, at] of times.entries()) {
    while (times[first]! <= at - 60_000) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** How far the calls of shares were apart, at most, while all of them had some to come. */
export function mostApart(calls: readonly SeenCall[], each: number): number {
  const ended = new Map<string, number>(calls.map(({ share }) => [share, 0]));
  let most = 0;
  for (const { share } of calls.toSorted((one, other) => one.endedAt - other.endedAt)) {
    ended.set(share, ended.get(share)! + 1);
    const counts = [...ended.values()];
    if (counts.includes(each)) break;
    most = Math.max(most, Math.max(...counts) - Math.min(...counts));
  }
  return most;
}
