/** Of JSON-RPC. The client library answers with the `code` of what is thrown. */
const invalidParamsCode = -32602;

/** A request of a server that cannot be answered as it is. Does without the library, which a first request waits for. */
export function invalidParams(message: string): Error {
  return Object.assign(new Error(message), { code: invalidParamsCode });
}
