import type { JsonObject, ModelRequest, Usage } from "@skein/protocol";
import type { Owner, ReplyContext, ReplyDecoder } from "@skein/provider-kit";
import type { Endpoint } from "./address.ts";
import type { Concession } from "./request/concessions.ts";

/** One of the two interfaces: how a request is said in it and how its reply is read. */
export interface Dialect {
  readonly path: string;
  readonly body: (request: ModelRequest, target: Target) => JsonObject;
  readonly decoder: (context: DecodeContext) => ReplyDecoder;
}

export interface Target {
  readonly owner: Owner;
  readonly endpoint: Endpoint;
  /** What this endpoint has refused before. */
  readonly conceded: ReadonlySet<Concession>;
}

export interface DecodeContext extends ReplyContext {
  /** The owner of the sidecars, by the model's id that was asked for. */
  readonly owner: Owner;
  readonly requestId: string | undefined;
  /** What a header says of the cost of the call; counters in the reply say it better. */
  readonly charged: Pick<Usage, "reportedUsd">;
}
