// Refused requests. The code of an error decides what an agent does next: wait,
// shorten the conversation, or end the run. Vendors use statuses differently,
// so the cases send each vendor's own bodies.
import { deepStrictEqual, ok } from "node:assert/strict";
import { ProviderError, type ModelRequest } from "@skein/protocol";
import { errorIn, stringIn } from "@skein/provider-kit";
import { modelAt, never, requestOf, serverFor, testKey } from "../send-request.ts";
import { isNotApplicable, refusedIds } from "../dialect.ts";
import { outcomeOf } from "../outcome-of.ts";
import type { RawReply } from "../servers/model-server.ts";
import type { Subject } from "../subject.ts";
import { always, type ConformanceCase } from "./case.ts";
import { text } from "./samples.ts";

/**
 * Codes that must be retryable.
 *
 * Every other error would fail again with the same request, and each attempt
 * delays the message to the user.
 */
const retryable: ReadonlySet<string> = new Set(["rate-limited", "overloaded"]);

/**
 * Sends one request that the server refuses. Returns the error, and the number
 * of requests that the server got. Events before the error are a failure.
 *
 * The function repeats its reply for every request, so that a provider that
 * retries is seen in the count instead of in the error.
 */
async function refusal(
  subject: Subject,
  reply: RawReply,
  request: Partial<ModelRequest> = {},
): Promise<{ readonly error: ProviderError; readonly requests: number }> {
  await using server = await serverFor(subject, () => reply);
  const { events, error } = await outcomeOf(
    modelAt(subject, server.url).stream(requestOf(subject, request), never),
  );
  // An error status comes before any event.
  deepStrictEqual(events, []);
  ok(ProviderError.is(error), `It threw ${String(error)}, and no ProviderError.`);
  return { error, requests: server.requests.length };
}

/**
 * Tool that every vendor accepts.
 *
 * Comes first, so that a provider that always names the first tool fails.
 */
const look = { name: "look", description: "To look.", inputSchema: { type: "object", properties: {} } };
/** Tool with a list of types, which parsers of few types cannot read. */
const write = {
  name: "write",
  description: "To write.",
  inputSchema: { type: "object", properties: { path: { type: ["string", "null"] } } },
};

/**
 * One case for each code. The message must quote the vendor's, so that users
 * can search for it.
 *
 * Each of the vendor's forms is sent with its own status. Status, code and
 * `retryable` are compared together, so that the message of a failure shows all
 * three.
 */
const byCode = refusedIds.map((code): ConformanceCase => ({
  id: `refused/${code}`,
  title: `says ${code} for the vendor's answers that mean it`,
  notApplicable({ dialect }) {
    const given = dialect.refused[code];
    return isNotApplicable(given) ? given.notApplicable : undefined;
  },
  async run(subject) {
    const given = subject.dialect.refused[code];
    for (const { status, body } of isNotApplicable(given) ? [] : given) {
      const { error } = await refusal(subject, { status, body });
      deepStrictEqual(
        { code: error.code, status: error.status, retryable: error.retryable },
        { code, status, retryable: retryable.has(code) },
        `${status} ${JSON.stringify(body)}`,
      );
      // The start of the vendor's message is enough: the rest may be shortened.
      const words = stringIn(errorIn(body).error["message"]).slice(0, 20);
      ok(error.message.includes(words), `"${error.message}" does not say "${words}".`);
    }
  },
}));

/**
 * Cases about error responses.
 *
 * - `refused/CODE`: one case for each code, with all of the vendor's forms for
 *   it.
 * - `refused/tool`: a rejected tool is named.
 * - `refused/once`: no retries inside of the provider.
 * - `refused/retry-after`, `refused/request-id`: facts from headers.
 * - `refused/key`, `refused/redirect`: the key stays secret.
 *
 * Retryable are `rate-limited` and `overloaded`, and no other code: waiting
 * does not fix a wrong key or an invalid request.
 *
 * An agent reacts to the code: it waits for `rate-limited` and `overloaded`,
 * shortens the conversation for `context-overflow`, asks for another key for
 * `auth`, and tells the user about `quota`. A wrong code costs most where it is
 * taken for a passing one: a used-up account that looks like a rate limit makes
 * a run retry until it gives up.
 */
export const refusedConformance: readonly ConformanceCase[] = [
  ...byCode,
  {
    // The agent leaves out a tool that the vendor rejects, so it must know
    // which one. Other errors must not name any. Without the name, one bad tool
    // of one server makes every request of the session fail, and the user can
    // only turn off servers one by one.
    id: "refused/tool",
    title: "names the tool whose definition the vendor rejects, and no tool for other errors",
    notApplicable: ({ dialect }) => (dialect.refusedTool ? undefined : "No form of the vendor is known."),
    async run(subject) {
      for (const { status, body } of subject.dialect.refusedTool ?? []) {
        const { error } = await refusal(subject, { status, body }, { tools: [look, write] });
        deepStrictEqual(
          { code: error.code, tools: error.refusedTools },
          { code: "bad-request", tools: ["write"] },
          JSON.stringify(body),
        );
      }
      const given = subject.dialect.refused["bad-request"];
      for (const { status, body } of isNotApplicable(given) ? [] : given)
        deepStrictEqual(
          (await refusal(subject, { status, body }, { tools: [look, write] })).error.refusedTools,
          [],
        );
    },
  },
  {
    // A provider makes one attempt; retries are the layer around it. A vendor's
    // library that retries by itself hides attempts and their cost. An attempt
    // that the caller cannot see is missing in its budget and in its log, and
    // its waits add up with those of the layer above.
    id: "refused/once",
    title: "makes one request when it may not try again",
    notApplicable: always,
    async run(subject) {
      // Statuses that libraries of vendors retry by default.
      for (const status of [408, 429, 500, 503])
        deepStrictEqual((await refusal(subject, { status })).requests, 1);
    },
  },
  {
    // The header counts in seconds. Source: RFC 9110, 10.2.3. A client that
    // retries earlier is refused again. The unit of `retryAfterMs` is
    // milliseconds, so a provider that passes the number on waits 3 ms.
    id: "refused/retry-after",
    title: "passes on how long the vendor asks to wait",
    notApplicable: always,
    async run(subject) {
      const { error } = await refusal(subject, { status: 429, headers: { "retry-after": "3" } });
      deepStrictEqual(error.retryAfterMs, 3000);
    },
  },
  {
    // The vendor's support asks for it. An error without it can only be
    // described, not looked up.
    id: "refused/request-id",
    title: "names the request that was refused",
    notApplicable: ({ dialect }) =>
      dialect.requestIdHeader === undefined ? "The wire names no requests in a header." : undefined,
    async run(subject) {
      deepStrictEqual((await refusal(subject, { status: 500 })).error.requestId, "request-1");
    },
  },
  {
    // Vendors quote the key in some errors. It must not reach logs, neither in
    // the message nor in the cause. Logs and issue reports are shared. The
    // error is searched in all forms in which it can be printed: message,
    // stack, hint, JSON and cause.
    id: "refused/key",
    title: "never shows the key that the vendor quotes",
    notApplicable: always,
    async run(subject) {
      const { error } = await refusal(subject, {
        status: 401,
        body: { error: { message: `Bad key ${testKey}.` } },
      });
      // Everything that a log could contain.
      const shown = [error.message, error.stack, error.hint, JSON.stringify(error), String(error.cause)];
      ok(!shown.join(" ").includes(testKey), "The key is in the error.");
    },
  },
  {
    // A redirect to another host would forward the key. By the Fetch standard,
    // only `Authorization` is removed on a redirect to another origin; a key in
    // a header such as `x-api-key` would be sent along. The error must not be
    // retryable, since the redirect stays.
    id: "refused/redirect",
    title: "does not carry the key to the address of a redirect",
    notApplicable: always,
    async run(subject) {
      // Stands for a host that must not see the key.
      await using elsewhere = await serverFor(subject, [{ bytes: subject.dialect.encode([text]) }]);
      const location = `${elsewhere.url}/elsewhere`;
      const { error } = await refusal(subject, { status: 307, headers: { location } });
      deepStrictEqual(elsewhere.requests.length, 0);
      deepStrictEqual(error.retryable, false);
    },
  },
];
