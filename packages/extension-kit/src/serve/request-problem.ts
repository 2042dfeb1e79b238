// Source: JSON-RPC 2.0, 5.1: -32602 (invalid params), -32603 (internal error).

import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { ConfigError, messageOf, type JsonObject } from "@skein/protocol";

/**
 * Creates a handler for a rejected request. The client's own mistakes, such as
 * an unknown name, are invalid parameters; everything else is an internal
 * error.
 *
 * @param data - what was requested, for the client.
 */
export function invalidParams(data: JsonObject): (error: unknown) => never {
  return (error) => {
    const code = ConfigError.is(error) ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, messageOf(error), data);
  };
}
