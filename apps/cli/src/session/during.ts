/** Waiting that is not worth a word. */
const patienceMs = 400;

/** Says what it waits for when that takes longer, on a terminal, and takes it away again. */
export async function during<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const { stderr } = process;
  if (!stderr.isTTY) return work();
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = true;
    stderr.write(`${what}…`);
  }, patienceMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (isShown) stderr.write("\r\u001b[K");
  }
}
