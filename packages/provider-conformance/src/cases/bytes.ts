// Bytes. Networks cut streams anywhere: inside of a character, a line or a
// frame. A decoder that is tested only with whole events works on the author's
// machine and fails behind a proxy. These cases read the same stream in many
// pieces and compare the results.
import { deepStrictEqual } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { streamLawBreaks } from "@skein/provider-kit";
import { sendRequest, modelAt, never, requestOf, serverFor } from "../send-request.ts";
import type { Bytes } from "../dialect.ts";
import { outcomeOf } from "../outcome-of.ts";
import type { Subject } from "../subject.ts";
import { always, type ConformanceCase } from "./case.ts";
import { seededCuts, uncut, usualCuts } from "./cuts.ts";
import { lookCall, richCall, richText, text, thinking, write } from "./samples.ts";
import { streamsOf } from "./streams.ts";

/**
 * Forms of the same stream that the rules of server-sent events allow.
 *
 * A reader that splits at `\n\n` passes against most vendors and fails behind a
 * proxy that rewrites the stream. The standard also allows a single CR as the
 * end of a line, which no case covers.
 *
 * Source: WHATWG HTML, 9.2.5 (parsing an event stream).
 */
const writings: readonly {
  readonly id: string;
  readonly title: string;
  readonly rewrite: (stream: string) => string;
}[] = [
  {
    // Some servers and most proxies end lines with CR LF. A pair can be cut
    // between its two characters. The second one must not count as an empty
    // line, which would end the event early.
    id: "crlf",
    title: "reads lines that end with CR LF",
    rewrite: (stream) => stream.replaceAll("\n", "\r\n"),
  },
  // The standard allows one at the start of a stream. Only the first one of the
  // stream is dropped. A reader that does not drop it takes the first field for
  // an unknown one and loses the first event.
  { id: "byte-order-mark", title: "reads past a byte order mark", rewrite: (stream) => `\uFEFF${stream}` },
  {
    // Lines that start with a colon, with which servers keep connections open.
    // The empty line after a comment ends an event without data, which must be
    // dropped.
    id: "comments",
    title: "skips comments between the events",
    rewrite: (stream) => `: one\n\n${stream.replaceAll("\n\n", "\n\n: keep-alive\n\n")}`,
  },
  {
    // An event without data is dropped, so blank lines may be repeated. A
    // reader that parses the data of every event fails on the empty text here.
    id: "blank-lines",
    title: "skips blank lines between the events",
    rewrite: (stream) => stream.replaceAll("\n\n", "\n\n\n\n"),
  },
  {
    // At most one space after the colon is not part of the value. A reader that
    // looks for `data: ` with the space skips all events and reports an empty
    // reply.
    id: "no-space",
    title: "needs no space after a field's colon",
    rewrite: (stream) => stream.replaceAll(/^(data|event): /gm, "$1:"),
  },
];

/**
 * Cases for wires that use server-sent events, one for each form.
 *
 * Each form is compared with the plain stream of the same subject, so the case
 * does not depend on how a provider cuts deltas.
 */
const framed: readonly ConformanceCase[] = writings.map(({ id, title, rewrite }) => ({
  id: `bytes/${id}`,
  title,
  notApplicable: ({ dialect }) =>
    dialect.framing === "server-sent-events" ? undefined : "The wire has no server-sent events.",
  async run(subject) {
    const stream = plainStream(subject);
    const rewritten = rewrite(stream);
    // In one piece, and in pieces that end inside of most lines.
    for (const cuts of [[rewritten.length], [7]])
      await mustBeSame(subject, stream, { bytes: rewritten, cuts });
  },
}));

/**
 * Encodes a reply in ASCII, with LF at the end of lines, as the base for all
 * forms.
 *
 * Latin-1 maps each byte to one character and back, so a rewrite of the text
 * does not change other bytes.
 */
function plainStream({ dialect }: Subject): string {
  return Buffer.from(dialect.encode([thinking, text, lookCall, write]))
    .toString("latin1")
    .replaceAll("\r\n", "\n");
}

/**
 * Fails unless the provider reads a form as it reads the plain stream. Deltas
 * may be cut differently.
 *
 * The plain stream must be read without an error first: two equal failures
 * would prove nothing.
 */
async function mustBeSame(
  subject: Subject,
  stream: Bytes,
  { bytes, cuts }: { readonly bytes: Bytes; readonly cuts: readonly number[] },
): Promise<void> {
  const whole = await sendRequest(subject, { bytes: stream });
  deepStrictEqual(whole.error, undefined);
  deepStrictEqual(uncut(await sendRequest(subject, { bytes, cuts })), uncut(whole));
}

/**
 * Cases about the bytes of a stream, and the law of events on every stream of
 * the dialect.
 *
 * Each stream is first read in one piece; every other reading must have the
 * same events, except that deltas may be cut elsewhere.
 */
export const byteConformance: readonly ConformanceCase[] = [
  {
    // Also holds for streams that fail: their events must be the start of a
    // valid stream. The law: each part starts before its deltas and ends after
    // them, `message-start` is the first event and `message-end` the last one.
    // Interfaces rely on it and have no code for the opposite.
    id: "laws/events",
    title: "keeps the law of model events on every stream, also on one that fails",
    notApplicable: always,
    async run(subject) {
      const broken: string[] = [];
      for (const { id, given } of streamsOf(subject.dialect)) {
        const { events, error } = await sendRequest(subject, given);
        // All streams are checked before the case fails, so that the report
        // lists every one.
        const breaks = streamLawBreaks(events, { cut: error !== undefined });
        broken.push(...breaks.map((line) => `${id}: ${line}`));
      }
      deepStrictEqual(broken, []);
    },
  },
  {
    // Short streams are read byte by byte; longer ones in pieces of 3 or 64
    // bytes, and in pieces of sizes that look random. Networks and proxies cut
    // where a packet or a buffer ends, so any place occurs for some user. A
    // different reading at one of them is a lost or changed character that no
    // one can reproduce.
    id: "bytes/cut-anywhere",
    title: "reads the same wherever the network cuts a stream",
    notApplicable: always,
    async run(subject) {
      for (const [at, { given, long, rich }] of streamsOf(subject.dialect).entries()) {
        // Characters that are cut have a case of their own.
        if (rich) continue;
        const whole = uncut(await sendRequest(subject, given));
        // Byte by byte takes time in proportion to the length.
        const few = Buffer.from(given.bytes).length < 1500 ? [1] : at % 2 === 0 ? [3] : [64];
        for (const cuts of long ? [[4096]] : [few, seededCuts(at)])
          deepStrictEqual(uncut(await sendRequest(subject, { ...given, cuts })), whole);
      }
    },
  },
  {
    // UTF-8 characters of 2 to 4 bytes, cut inside. A decoder that converts
    // each chunk by itself yields U+FFFD. The text has joined emoji and
    // escapes, and a call has them in its arguments, where a replaced character
    // ends up in a file.
    id: "bytes/cut-characters",
    title: "reads characters that the network has cut in two",
    notApplicable: always,
    async run(subject) {
      const stream = subject.dialect.encode([{ type: "text", text: richText }, richCall], { deltaSize: 6 });
      for (const cuts of [...usualCuts, [2], [5]]) await mustBeSame(subject, stream, { bytes: stream, cuts });
    },
  },
  ...framed,
  {
    // Proxies compress although no one asked. Each piece must be decoded as it
    // arrives. A reader that waits for the end of the compressed data shows
    // nothing until the reply is complete, and one that ignores the header
    // reads noise.
    id: "bytes/gzip",
    title: "reads a stream that was compressed on its way",
    notApplicable: always,
    async run(subject) {
      const stream = subject.dialect.encode([thinking, text, lookCall]);
      // The server sends the compressed bytes in pieces of 11, so that no piece
      // is a whole block of the compression.
      const reply = {
        bytes: gzipSync(Buffer.from(stream)),
        headers: { "content-encoding": "gzip" },
        chunkBytes: 11,
      };
      await using server = await serverFor(subject, [reply]);
      const outcome = await outcomeOf(modelAt(subject, server.url).stream(requestOf(subject), never));
      deepStrictEqual(uncut(outcome), uncut(await sendRequest(subject, { bytes: stream })));
    },
  },
];
