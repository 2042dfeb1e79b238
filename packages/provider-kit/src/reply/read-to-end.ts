/**
 * Milliseconds to read the rest of a body after the reply's end. Only a fully read body frees the connection.
 */
export const drainMs = 1000;

/** Reads what is left behind the end of a reply whose reader has gone on. Never throws. */
export async function readToEnd(rest: AsyncIterator<unknown>, leave: AbortController): Promise<void> {
  const timer = setTimeout(() => leave.abort(), drainMs).unref();
  try {
    while (!(await rest.next()).done);
  } catch {
    // The reply is complete: whatever becomes of its connection, the next request gets another one.
  } finally {
    clearTimeout(timer);
    leave.abort();
  }
}
