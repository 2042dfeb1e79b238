import type { JsonObject } from "@skein/protocol";
import type { RawReply, ReceivedRequest, Script } from "@skein/provider-conformance/servers";
import type { Rules } from "./rule.ts";

/** What a server refused, request by request. */
export interface Verdicts {
  readonly requests: number;
  readonly rejected: readonly string[];
}

/**
 * A script whose server verifies each request as the vendor does: what breaks a rule is answered with 400 and the first
 * sentence; the script continues with the next one that does not.
 */
export function judged<Reply extends object>(
  rules: Rules,
  script: (request: ReceivedRequest, count: number) => Reply,
): { readonly script: Script<Reply | RawReply>; verdicts(): Verdicts } {
  const rejected: string[] = [];
  let [requests, accepted] = [0, 0];
  return {
    verdicts: () => ({ requests, rejected }),
    script(request) {
      requests++;
      const [broken] = rules(request.json() as JsonObject);
      if (broken === undefined) return script(request, accepted++);
      rejected.push(broken);
      return {
        status: 400,
        body: { type: "error", error: { type: "invalid_request_error", message: broken } },
      };
    },
  };
}
