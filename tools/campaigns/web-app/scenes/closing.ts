/** Closes a browser profile at the end of a scene. */
export function closing(context: { close(): Promise<void> }): AsyncDisposable {
  return { [Symbol.asyncDispose]: () => context.close() };
}
