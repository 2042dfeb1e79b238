/** How far something is, in one line of a terminal; nothing where the stream is not a terminal. */
export interface ProgressBar extends Disposable {
  step(): void;
  /** Removes the line, so that another can be written. */
  clear(): void;
}

const room = 24;

export function progressBar(stream: NodeJS.WriteStream, total: number): ProgressBar {
  let done = 0;
  const clear = (): void => void (stream.isTTY && stream.write("\r\u001b[K"));
  const draw = (): void => {
    if (!stream.isTTY || total === 0) return;
    const full = Math.floor((done / total) * room);
    stream.write(`\r\u001b[K[${"#".repeat(full)}${".".repeat(room - full)}] ${done}/${total}`);
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
