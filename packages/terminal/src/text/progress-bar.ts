/** How far something is, in one line of a terminal; nothing where the stream is not a terminal. */
export interface ProgressBar extends Disposable {
  step(): void;
  /** Removes the line, so that another can be written. */
  clear(): void;
}

/** How many bytes have come, in one line of a terminal; nothing where the stream is not a terminal. */
export interface ByteProgress extends Disposable {
  /** @param total - `undefined`: unknown. */
  readonly show: (done: number, total: number | undefined) => void;
  /** Removes the line. */
  clear(): void;
}

const room = 24;

/** Draws only when what it shows has changed. */
export function byteProgress(stream: NodeJS.WriteStream): ByteProgress {
  let drawn = "";
  const clear = (): void => void (stream.isTTY && drawn !== "" && stream.write(clearLine));
  return {
    show(done, total) {
      const sizes = [done, ...(total === undefined ? [] : [total])].map((bytes) => Math.floor(bytes / 1e6));
      const line = `${total ? `${barText(done / total)} ` : ""}${sizes.join("/")} MB`;
      if (stream.isTTY && line !== drawn) stream.write(`${clearLine}${line}`);
      drawn = line;
    },
    clear,
    [Symbol.dispose]: clear,
  };
}

const clearLine = "\r\u001b[K";

function barText(share: number): string {
  const full = Math.floor(share * room);
  return `[${"#".repeat(full)}${".".repeat(room - full)}]`;
}

export function progressBar(stream: NodeJS.WriteStream, total: number): ProgressBar {
  let done = 0;
  const clear = (): void => void (stream.isTTY && stream.write(clearLine));
  const draw = (): void => {
    if (!stream.isTTY || total === 0) return;
    stream.write(`${clearLine}${barText(done / total)} ${done}/${total}`);
  };
  draw();
  return {
    step() {
      done++;
      draw();
    },
    clear,
    [Symbol.dispose]: clear,
  };
}
