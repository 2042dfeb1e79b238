import type { Admission } from "./access/index.ts";
import { includesRole } from "./access/index.ts";
import { ConfigError } from "@skein/protocol";
import type { Context } from "hono";
import { httpError, RoleError } from "./errors.ts";
import type { RepeatableWork, RepeatedRequests } from "./repeated/repeated-requests.ts";
import type { Operation, OperationScope } from "./operations/operation.ts";

export interface ServedCall {
  readonly scope: OperationScope;
  readonly admission: Admission | undefined;
  readonly repeated: RepeatedRequests;
}

/** Answers a request for an operation. Never rejects. */
export async function serveOperation(
  operation: Operation,
  context: Context,
  { scope, admission, repeated }: ServedCall,
): Promise<Response> {
  try {
    if (admission?.kind !== "admitted" || !includesRole(admission.role, operation.role))
      throw new RoleError(operation.role);
    const input = operation.input.parse(await inputOf(operation, context));
    const { signal } = context.req.raw;
    const work = () => operation.run(input as never, scope, { role: admission.role, signal });
    const { output } = operation;
    if (typeof output === "string") return textResponse(output, (await work()) as AsyncIterable<string>);
    const key = context.req.header("idempotency-key");
    if (key === undefined || operation.method === "GET") return context.json(await work());
    if (!/^[\w.:-]{1,200}$/.test(key))
      throw new ConfigError("usage", "Idempotency-Key: expected 1 to 200 letters and digits.");
    const { credential, role } = admission;
    const kept = keptOf(operation, input, scope);
    const request = [operation.id, input];
    const { value, isRepeated } = await repeated.once({ credential, role, key }, request, {
      run: work,
      kept,
    });
    return context.json(value, 200, isRepeated ? { "idempotent-replayed": "true" } : {});
  } catch (error) {
    const { status, error: told } = httpError(error);
    return context.json({ error: told }, status);
  }
}

function keptOf({ afterRestart }: Operation, input: object, scope: OperationScope): RepeatableWork["kept"] {
  if (afterRestart === "again") return undefined;
  const { session } = input as { readonly session?: string };
  return {
    mark: async () => (session === undefined ? 0 : scope.lastEntry(session)),
    look: afterRestart && ((earlier) => afterRestart(input as never, scope, earlier)),
  };
}

async function inputOf({ method, id }: Operation, { req }: Context): Promise<object> {
  const path = req.param();
  if (method !== "POST") {
    const after = id === "readEvents" ? req.header("last-event-id") : undefined;
    return { ...req.query(), ...(after === undefined ? {} : { after }), ...path };
  }
  const text = await req.text();
  const body: unknown = text === "" ? {} : parsed(text);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new ConfigError("usage", "The body: expected a JSON object.");
  return { ...body, ...path };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError("usage", "The body is not JSON.");
  }
}

/** Pieces are made when they are read, so a slow reader holds nothing up but itself. */
function textResponse(type: string, pieces: AsyncIterable<string>): Response {
  const reader = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await reader.next();
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      },
      async cancel() {
        await reader.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  // A proxy that collects what it passes on would hold events back.
  return new Response(stream, {
    headers: { "content-type": `${type}; charset=utf-8`, "x-accel-buffering": "no" },
  });
}
