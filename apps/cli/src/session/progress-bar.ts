/** How far something is, in one line on standard error; nothing where that is no terminal. */
export interface ProgressBar extends Disposable {
  step(): void;
  /** Takes the line away, so that another can be written. */
  clear(): void;
}

const room = 24;

export function progressBar(total: number): ProgressBar {
  const { stderr } = process;
  let done = 0;
  const clear = (): void => void (stderr.isTTY && stderr.write("\r\u001b[K"));
  const draw = (): void => {
    if (!stderr.isTTY || total === 0) return;
    const full = Math.floor((done / total) * room);
    stderr.write(`\r\u001b[K[${"#".repeat(full)}${".".repeat(room - full)}] ${done}/${total}`);
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
