import { StringDecoder } from "node:string_decoder";
import { cleanText } from "../text/clean-text.ts";

/** So long nothing may be typed before a question takes a line as its answer. */
const quietMs = 500;
const [controlC, controlD, rubOut, backspace] = ["\x03", "\x04", "\x7f", "\b"];

export interface TypedLinesOptions {
  readonly input: NodeJS.ReadStream;
  /** Where letters are shown while the terminal itself shows none. */
  readonly echo: (text: string) => void;
  readonly onLine: (line: string) => void;
  readonly onClose: () => void;
  /** Ctrl-C came as a key. */
  readonly onInterrupt: () => void;
}

/** What is typed at a terminal that edits the line itself. */
export interface TypedLines {
  /**
   * Waits until nothing was typed for a moment. Lines that were typed ahead come to `onLine` meanwhile. Rejects with the
   * signal's reason.
   *
   * @returns the beginning of a line that is not finished; what is typed next continues it.
   */
  settle(signal: AbortSignal): Promise<string>;
  close(): void;
}

/** Reads lines from the moment it is made. */
export function typedLines({ input, echo, onLine, onClose, onInterrupt }: TypedLinesOptions): TypedLines {
  const decoder = new StringDecoder("utf8");
  let begun = "";
  /** While keys come one by one: the terminal neither shows nor edits them. */
  let isRaw = false;
  let afterReturn = false;
  let isClosed = false;

  function endLine(): void {
    const line = begun;
    begun = "";
    if (isRaw) echo("\n");
    onLine(line);
  }

  function take(letter: string): void {
    const isPairEnd = afterReturn && letter === "\n";
    afterReturn = letter === "\r";
    if (isPairEnd) return;
    if (letter === "\r" || letter === "\n") return endLine();
    if (!isRaw) begun += letter;
    else if (letter === controlC) onInterrupt();
    else if (letter === controlD) {
      if (begun === "") end();
    } else if (letter === rubOut || letter === backspace) {
      if (begun === "") return;
      begun = Array.from(begun).slice(0, -1).join("");
      echo("\b \b");
    } else {
      begun += letter;
      echo(cleanText(letter));
    }
  }

  function onData(data: Buffer | string): void {
    for (const letter of typeof data === "string" ? data : decoder.write(data)) take(letter);
  }

  function end(): void {
    if (isClosed) return;
    isClosed = true;
    if (begun !== "") endLine();
    onClose();
  }

  function setRaw(on: boolean): void {
    if (!input.isTTY || isRaw === on) return;
    input.setRawMode(on);
    isRaw = on;
  }

  input.on("data", onData);
  input.on("end", end);
  return {
    async settle(signal) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      let timer = setTimeout(resolve, quietMs);
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(resolve, quietMs);
      };
      const onAbort = () => reject(signal.reason as Error);
      signal.addEventListener("abort", onAbort, { once: true });
      // An unfinished line would else stay in the terminal, and no one could tell that it was begun before.
      setRaw(true);
      input.on("data", wait);
      try {
        if (!isClosed) await promise;
        return begun;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        input.off("data", wait);
        setRaw(false);
      }
    },
    close() {
      isClosed = true;
      setRaw(false);
      input.off("data", onData);
      input.off("end", end);
      input.pause();
    },
  };
}
