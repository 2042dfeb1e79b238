import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describeFailure, isFailure, extractText, type ToolOutcome } from "@skein/protocol";
import { web, type WebSettings } from "../../src/web/index.ts";

export interface TestServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Paths asked for. */
  readonly asked: string[];
}

/** A server on loopback. */
export async function server(answer: RequestListener): Promise<TestServer> {
  const asked: string[] = [];
  const listening = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      listening.closeAllConnections();
      listening.close();
      await once(listening, "close");
    },
  };
}

export type Fetch = (url: string, signal?: AbortSignal) => Promise<ToolOutcome>;

export function fetcher(settings: WebSettings): Fetch {
  const extension = web(settings);
  return (url, signal = new AbortController().signal) =>
    extension.callTool(
      "fetch",
      { url },
      {
        session: "s",
        callId: "c",
        cwd: "/",
        signal,
        progress: () => {},
        callFolder: undefined,
      },
    );
}

export function wordsOf(outcome: ToolOutcome): string {
  return isFailure(outcome) ? describeFailure("fetch", outcome) : extractText(outcome.content);
}
