/** Waits for something that must not hold up the end of a program. What becomes of it does not matter. */
export async function within(limitMs: number, sent: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limitMs);
  await Promise.race([sent.catch(() => undefined), late]);
  clearTimeout(timer);
}
