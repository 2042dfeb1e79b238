import type { AssistantPart, Sidecar, ToolCall } from "@skein/protocol";

/** Only ASCII, so that a case about something else does not fail for a character that was cut in two. */
export const plainText = "It says hello, and then it says a little more, so that it comes in several pieces.";

export const richText = "Grüße – 漢字, עברית and 🔍👩‍👩‍👧: “quoted” \\ and \u0007 and \u2028.";

export const thoughtText = "First I should look at the folder. Then I should read the file.";

export const text: AssistantPart = { type: "text", text: plainText };

const sidecar: Sidecar = { provider: "any", model: "any", data: { signature: "c2lnbmVkIGJ5IG5vYm9keQ==" } };

export const thinking: AssistantPart = { type: "thinking", text: thoughtText, sidecar };

export const lookCall: ToolCall = {
  type: "tool-call",
  id: "call_a1",
  name: "look",
  input: { path: "a.txt", deep: { list: [1, 2.5, null, true], empty: {} } },
};

export const write: ToolCall = { type: "tool-call", id: "call_b2", name: "write", input: { path: "b.txt" } };

export const richCall: ToolCall = {
  ...lookCall,
  input: { path: `dir/${richText}`, 'a "key"': "line\nline\ttab \\ end", "": "empty key" },
};

/** As long as a file that a model writes. */
export const hugeCall: ToolCall = {
  ...write,
  input: { path: "b.txt", text: "0123456789 abcdef\n".repeat(3000) },
};
