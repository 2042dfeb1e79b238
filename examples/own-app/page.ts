import {
  disconnected,
  emptyView,
  viewReducer,
  type SessionStep,
  type SessionView,
} from "@skein/session-view";

/** The browser's half. */
export interface Page {
  readonly view: SessionView;
  /** Reads until `isEnough` says so, then drops the connection. The next `connect` continues where it was. */
  connect(url: string, isEnough: (view: SessionView) => boolean): Promise<void>;
}

export function openPage(): Page {
  let view = emptyView();
  return {
    get view() {
      return view;
    },
    async connect(url, isEnough) {
      view = disconnected(view); // half a reply is sent again from its beginning
      const gone = new AbortController();
      const response = await fetch(`${url}/events`, {
        headers: { "last-event-id": `${view.seq}` },
        signal: gone.signal,
      });
      if (!response.body) throw new Error("The server sent no body.");
      for await (const step of stepsOf(response.body)) {
        view = viewReducer(view, step);
        if (isEnough(view)) break;
      }
      gone.abort();
    },
  };
}

async function* stepsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<SessionStep> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) yield JSON.parse(block.slice(block.indexOf("data: ") + 6)) as SessionStep;
  }
}
