// Streams that broke other clients, collected from bug reports. They are events
// rather than bytes, so that one file serves every wire; the dialect adds the
// framing.
import { deepStrictEqual, ok } from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { isBroken, ProviderError, type Usage } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { sendRequest, modelAt, never, requestOf, serverFor } from "../send-request.ts";
import { uncut } from "../cases/cuts.ts";
import { outcomeOf, partsOf, type Outcome } from "../outcome-of.ts";
import type { Subject } from "../subject.ts";

/** Call that must be read. */
interface WantedCall {
  readonly id?: string;
  readonly name: string;
  readonly args: unknown;
}

/**
 * Stream that broke some client, with what a correct client reads.
 *
 * Keep each stream as small as the defect allows: it is read several times.
 */
export interface HostileStream {
  /** Name of the case. */
  readonly id: string;
  /** Wire of the stream. */
  readonly api: string;
  /** Events as JSON, or as text. */
  readonly events: readonly unknown[];
  /**
   * Facts that must be read. Absent facts are not compared.
   *
   * `mustNotRunTools` and `turnMustContinue` both mean a call that must be
   * reported as broken; with the first one, the reason must be `length` as
   * well.
   */
  readonly expect: {
    readonly toolCalls?: readonly WantedCall[];
    readonly text?: string;
    readonly stop?: string;
    readonly usage?: Usage;
    readonly error?: string;
    readonly mustNotRunTools?: true;
    readonly turnMustContinue?: true;
    readonly option?: string;
  };
  /** Set if strings in `events` are whole lines instead of data. */
  readonly raw?: true;
  /** Line ends of the stream. Default: LF. */
  readonly lineEnding?: string;
  /** `false`: the only event is the whole response. */
  readonly stream?: false;
  /**
   * Ways in which the connection ends. Default: only a regular end.
   *
   * `abrupt` destroys the socket after the last byte, as servers do that crash
   * once they have sent everything.
   */
  readonly ends?: readonly ("abrupt" | "eof")[];
}

/** Reads the `cases` of a JSON file. Empty if the file does not exist. */
export function readHostile(file: string): readonly HostileStream[] {
  if (!existsSync(file)) return [];
  return (JSON.parse(readFileSync(file, "utf8")) as { readonly cases: readonly HostileStream[] }).cases;
}

/**
 * Reads the stream in pieces of several sizes and after every end that it comes
 * with. Throws if something else is read.
 *
 * Facts of the case are checked once; all other readings must be equal to the
 * first one.
 *
 * The law of events is checked on each stream, also on those that must fail.
 */
export async function withstand(subject: Subject, given: HostileStream): Promise<void> {
  const bytes = bytesOf(subject, given);
  const contentType = given.stream === false ? "application/json" : subject.dialect.contentType;
  for (const end of given.ends ?? ["eof"]) {
    const outcome =
      end === "eof"
        ? await sendRequest(subject, { bytes, contentType })
        : await torn(subject, bytes, contentType);
    mustBe(outcome, given);
    // A torn connection is tried once; the pieces do not matter then.
    if (end === "abrupt") continue;
    for (const cuts of [[1], [3], [64]])
      deepStrictEqual(uncut(await sendRequest(subject, { bytes, contentType, cuts })), uncut(outcome));
  }
}

/** Sends the whole body and then breaks the connection. */
async function torn(subject: Subject, bytes: Buffer, contentType: string): Promise<Outcome> {
  await using server = await serverFor(subject, [{ bytes, contentType, cutAfterBytes: bytes.length }]);
  return await outcomeOf(modelAt(subject, server.url).stream(requestOf(subject), never));
}

/** Frames the events of a stream. */
function bytesOf({ dialect }: Subject, { events, raw, lineEnding = "\n", stream }: HostileStream): Buffer {
  const line = (event: unknown): string => (typeof event === "string" ? event : JSON.stringify(event));
  if (stream === false) return Buffer.from(line(events[0]));
  const framed = events.map((event) => {
    if (typeof event !== "string") return dialect.recorded.frame(line(event));
    return `${raw && event !== "[DONE]" ? event : `data: ${event}`}\n\n`;
  });
  const text = framed.join("");
  return Buffer.from(lineEnding === "\n" ? text : text.replaceAll(/\r?\n/g, lineEnding));
}

/**
 * Compares only the facts that the case names.
 *
 * An expected error only has to be a retryable `ProviderError`: reports of
 * other clients do not say which code is right.
 */
function mustBe({ events, error }: Outcome, { expect, events: sent }: HostileStream): void {
  deepStrictEqual(streamLawBreaks(events, { cut: error !== undefined }), []);
  const calls = partsOf(events).filter((part) => part.type === "tool-call");
  const end = events.at(-1);
  const ended = end?.type === "message-end" ? end : undefined;
  const said = events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("");
  // Results are matched by id.
  deepStrictEqual(new Set(calls.map(({ id }) => id)).size, calls.length, "Two calls have one id.");
  if (expect.error !== undefined) {
    ok(
      ProviderError.is(error) && error.retryable,
      `It threw ${String(error)}, nothing that may be tried again.`,
    );
    return;
  }
  if (error !== undefined) throw error;
  const wanted = expect.toolCalls ?? [];
  if (expect.mustNotRunTools || expect.turnMustContinue) {
    deepStrictEqual(calls.map(isBroken), [true]);
    if (expect.mustNotRunTools) deepStrictEqual(ended?.stop, "length");
  } else {
    const made = calls.map((call, at) => ({
      ...(wanted[at]?.id === undefined ? {} : { id: call.id }),
      name: call.name,
      args: isBroken(call) ? "broken" : call.input,
    }));
    deepStrictEqual(made, wanted);
    if (wanted.length > 0) deepStrictEqual(ended?.stop, "tool-calls");
  }
  // Text that looks like a call is shown, never guessed into one.
  if (expect.option !== undefined || expect.text === "kept as is") deepStrictEqual(said, firstText(sent));
  else if (expect.text !== undefined) deepStrictEqual(said, expect.text);
  if (expect.stop !== undefined) deepStrictEqual(ended?.rawStop, expect.stop);
  for (const [name, count] of Object.entries(expect.usage ?? {}))
    deepStrictEqual(ended?.usage[name as keyof Usage], count);
}

/** Returns the text of the first event, which must be shown unchanged. */
function firstText([first]: readonly unknown[]): string {
  const { choices } = first as {
    readonly choices: readonly { readonly delta: { readonly content: string } }[];
  };
  return choices[0]!.delta.content;
}
