import type { Host, Machine } from "@skein/host";
import type { FrameServer, GuardedServer, Role } from "../access/index.ts";
import type { z } from "zod";
import type { ExtensionLogins } from "../extension-logins.ts";
import type { OpenedSessions } from "../opened-sessions.ts";
import type { EarlierRequest } from "../repeated/kept-requests.ts";

/** What operations work with. */
export interface OperationScope {
  readonly host: Host;
  readonly machine: Machine;
  readonly opened: OpenedSessions;
  readonly server: Pick<GuardedServer, "addToken" | "revoke" | "browserLink">;
  readonly logins: ExtensionLogins;
  /** Where pages of extensions are shown; `undefined` where they are not. */
  readonly frames: Pick<FrameServer, "origins" | "show"> | undefined;
  /** The last entry of a session. */
  readonly lastEntry: (session: string) => Promise<number>;
  /** Name and version of the app. */
  readonly app: { readonly name: string; readonly version: string };
}

/** Who calls, and until when. */
export interface OperationCall {
  readonly role: Role;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

/** One thing that a client can do. Routes, roles, OpenAPI and tests are made of it. */
export interface Operation {
  readonly id: string;
  readonly method: "GET" | "POST" | "DELETE";
  /** As in OpenAPI: `/sessions/{session}`. */
  readonly path: string;
  readonly tag: "sessions" | "conversation" | "machine" | "recipes" | "settings" | "schedules" | "access";
  readonly role: Role;
  readonly summary: string;
  /** Of the path, and otherwise of the query or of the body. */
  readonly input: z.ZodObject;
  /** A schema, or the media type of a text. */
  readonly output: z.ZodType | string;
  /**
   * How a request with a key is repeated that an earlier server took. `again`: doing it twice is like doing it once. A
   * function looks whether it was done, and resolves to its result, or `undefined`. Default: its result is kept, and where
   * the server was ended in the middle of it, the client is told that the outcome is unknown.
   */
  readonly afterRestart?:
    | "again"
    | ((input: never, scope: OperationScope, earlier: EarlierRequest) => Promise<unknown>);
  /** Resolves to a JSON value, or to the pieces of a text. */
  readonly run: (input: never, scope: OperationScope, call: OperationCall) => Promise<unknown>;
}

/** Keeps the types of input and output for `run`. */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType | string>(
  operation: Omit<Operation, "input" | "output" | "run" | "afterRestart"> & {
    readonly input: Input;
    readonly output: Output;
    readonly afterRestart?:
      | "again"
      | ((
          input: z.output<Input>,
          scope: OperationScope,
          earlier: EarlierRequest,
        ) => Promise<Output extends z.ZodType ? z.input<Output> | undefined : never>);
    readonly run: (
      input: z.output<Input>,
      scope: OperationScope,
      call: OperationCall,
    ) => Promise<Output extends z.ZodType ? z.input<Output> : AsyncIterable<string>>;
  },
): Operation {
  return operation;
}
