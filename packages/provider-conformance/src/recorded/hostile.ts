import { deepStrictEqual, ok } from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { isBroken, ProviderError } from "@skein/protocol";
import type { Usage } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { sendRequest, modelAt, never, requestOf, serverFor } from "../send-request.ts";
import { uncut } from "../cases/cuts.ts";
import { outcomeOf, partsOf } from "../outcome-of.ts";
import type { Outcome } from "../outcome-of.ts";
import type { Subject } from "../subject.ts";

interface WantedCall {
  readonly id?: string;
  readonly name: string;
  readonly args: unknown;
}

/** A stream that broke some client, and what a good one makes of it. */
export interface HostileStream {
  readonly id: string;
  /** The wire. */
  readonly api: string;
  readonly events: readonly unknown[];
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
  /** Strings in `events` are whole lines. */
  readonly raw?: true;
  readonly lineEnding?: string;
  /** `false`: the only event is the whole answer. */
  readonly stream?: false;
  /** How the connection ends. Default: well. */
  readonly ends?: readonly ("abrupt" | "eof")[];
}

/** The `cases` of a JSON file; none where it is not there. */
export function readHostile(file: string): readonly HostileStream[] {
  if (!existsSync(file)) return [];
  return (JSON.parse(readFileSync(file, "utf8")) as { readonly cases: readonly HostileStream[] }).cases;
}

/** Reads the stream at every cut and after every end it comes with. Throws where something else is made of it. */
export async function withstand(subject: Subject, given: HostileStream): Promise<void> {
  const bytes = bytesOf(subject, given);
  const contentType = given.stream === false ? "application/json" : subject.dialect.contentType;
  for (const end of given.ends ?? ["eof"]) {
    const outcome =
      end === "eof"
        ? await sendRequest(subject, { bytes, contentType })
        : await torn(subject, bytes, contentType);
    mustBe(outcome, given);
    if (end === "abrupt") continue;
    for (const cuts of [[1], [3], [64]])
      deepStrictEqual(uncut(await sendRequest(subject, { bytes, contentType, cuts })), uncut(outcome));
  }
}

async function torn(subject: Subject, bytes: Buffer, contentType: string): Promise<Outcome> {
  await using server = await serverFor(subject, [{ bytes, contentType, cutAfterBytes: bytes.length }]);
  return await outcomeOf(modelAt(subject, server.url).stream(requestOf(subject), never));
}

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

/** Only what the case speaks of. */
function mustBe({ events, error }: Outcome, { expect, events: sent }: HostileStream): void {
  deepStrictEqual(streamLawBreaks(events, { cut: error !== undefined }), []);
  const calls = partsOf(events).filter((part) => part.type === "tool-call");
  const end = events.at(-1);
  const ended = end?.type === "message-end" ? end : undefined;
  const said = events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("");
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

function firstText([first]: readonly unknown[]): string {
  const { choices } = first as {
    readonly choices: readonly { readonly delta: { readonly content: string } }[];
  };
  return choices[0]!.delta.content;
}
