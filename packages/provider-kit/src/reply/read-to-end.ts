/**
 * Milliseconds to read the rest of a body after the reply's end. Only a fully
 * read body frees the connection.
 */
export const drainMs = 1000;

/**
 * Reads the rest of a body after the end of the reply, when its reader has
 * already left. Never throws.
 *
 * @param leave - aborted at the end, or after `drainMs`.
 */
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
