import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { ConfigError, messageOf, type JsonObject } from "@skein/protocol";

/**
 * For a rejected request: the client's own mistakes, such as an unknown name, are invalid parameters.
 *
 * @param data - what was asked for.
 */
export function invalidParams(data: JsonObject): (error: unknown) => never {
  return (error) => {
    const code = ConfigError.is(error) ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, messageOf(error), data);
  };
}
