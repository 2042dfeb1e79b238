// Parts that the cases send and expect. They are the same for every wire, so
// that a difference between two providers is one of the providers, not of the
// samples.

import type { AssistantPart, Sidecar, ToolCall } from "@skein/protocol";

/**
 * Text in ASCII, so that a case about something else does not fail for a
 * character that was cut in two. Long enough for several deltas.
 *
 * At the default of 20 characters for each delta it arrives in five pieces.
 */
export const plainText = "It says hello, and then it says a little more, so that it comes in several pieces.";

/**
 * Text with characters of 1 to 4 bytes, a joined emoji, right-to-left letters,
 * an escape, a control character and a line separator.
 *
 * The joined emoji is one symbol of several code points, so a cut between them
 * changes the picture, not the validity. U+2028 ends a line in some splitters
 * and none in server-sent events, and U+0007 must be escaped in JSON.
 */
export const richText = "Grüße – 漢字, עברית and 🔍👩‍👩‍👧: “quoted” \\ and \u0007 and \u2028.";

/**
 * Thinking of a model.
 *
 * Different from `plainText`, so that a provider that shows thinking as text is
 * noticed.
 */
export const thoughtText = "First I should look at the folder. Then I should read the file.";

/** Part with `plainText`. */
export const text: AssistantPart = { type: "text", text: plainText };

/** Vendor data that each dialect reads in its own way. */
const sidecar: Sidecar = { provider: "any", model: "any", data: { signature: "c2lnbmVkIGJ5IG5vYm9keQ==" } };

/**
 * Part with `thoughtText`, signed.
 *
 * The signature is part of the sample because a vendor sends it in an event of
 * its own, which must not end up in the text.
 */
export const thinking: AssistantPart = { type: "thinking", text: thoughtText, sidecar };

/**
 * Call with nested arguments: numbers, null, booleans, and empty objects.
 *
 * Values of every JSON type: a decoder that flattens arguments, or turns `2.5`
 * into text, changes what the tool does.
 */
export const lookCall: ToolCall = {
  type: "tool-call",
  id: "call_a1",
  name: "look",
  input: { path: "a.txt", deep: { list: [1, 2.5, null, true], empty: {} } },
};

/** Second call, so that order and ids matter. */
export const write: ToolCall = { type: "tool-call", id: "call_b2", name: "write", input: { path: "b.txt" } };

/**
 * Call whose arguments and keys contain escapes, line feeds, quotes and an
 * empty key.
 *
 * A tool that writes a file gets its content in this form. One lost backslash
 * is a changed file.
 */
export const richCall: ToolCall = {
  ...lookCall,
  input: { path: `dir/${richText}`, 'a "key"': "line\nline\ttab \\ end", "": "empty key" },
};

/**
 * Call as long as a file that a model writes: about 54,000 characters.
 *
 * Decoders that parse the collected text after each delta need time in
 * proportion to the square of this length.
 */
export const hugeCall: ToolCall = {
  ...write,
  input: { path: "b.txt", text: "0123456789 abcdef\n".repeat(3000) },
};
