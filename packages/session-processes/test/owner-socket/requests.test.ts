import { describe, expect, it } from "vitest";
import { readRequest } from "../../src/owner-socket/read-request.ts";

const read = (request: object) => readRequest(JSON.stringify({ id: 7, ...request }));

describe("a request on the socket of a session", () => {
  const image = { type: "image", mediaType: "image/png", data: "AA==" };

  it.each<object>([
    { do: "events", fromSeq: null },
    { do: "events", fromSeq: 3 },
    { do: "prepare" },
    { do: "open-questions" },
    { do: "prompts" },
    { do: "complete-prompt", extension: "e", prompt: "p", typed: { name: "n", value: "" } },
    { do: "complete-mention", word: "@" },
    { do: "jobs" },
    { do: "end-job", job: "1" },
    { do: "send" },
    { do: "send", input: "go" },
    { do: "send", input: [{ type: "text", text: "" }] },
    { do: "send", input: [image, { ...image, type: "file" }] },
    { do: "send", input: { text: "see", attachments: [] } },
    { do: "send", input: { text: "see", attachments: ["a.png", image] } },
    { do: "steer", input: "go" },
    { do: "interrupt" },
    { do: "interrupt", reason: "enough" },
    { do: "answer", question: "q", answer: { allow: "once" } },
    { do: "answer", question: "q", answer: { allow: "session", mode: "auto" }, by: "me" },
    { do: "answer", question: "q", answer: { allow: "always" } },
    { do: "answer", question: "q", answer: { deny: "" } },
    { do: "answer", question: "q", answer: { deny: "no", stop: true } },
    { do: "answer", question: "q", answer: { reply: null } },
    { do: "answer", question: "q", answer: { reply: { a: 1 } } },
    { do: "set-mode", mode: "plan" },
    { do: "set-effort", effort: "low" },
    { do: "note", text: "t" },
    { do: "rename", name: "n" },
    { do: "compact" },
    { do: "compact", wish: "short" },
    { do: "set-model", provider: "p", model: "m" },
  ])("is taken as it is: %j", (request) => {
    expect(read(request)).toEqual({ id: 7, ...request });
  });

  it.each<[request: object, field: string]>([
    [{ do: "events" }, "fromSeq"],
    [{ do: "events", fromSeq: 1.5 }, "fromSeq"],
    [{ do: "events", fromSeq: "1" }, "fromSeq"],
    [{ do: "complete-prompt", prompt: "p", typed: { name: "n", value: "" } }, "extension"],
    [{ do: "complete-prompt", extension: "e", typed: { name: "n", value: "" } }, "prompt"],
    [{ do: "complete-prompt", extension: "e", prompt: "p" }, "typed"],
    [{ do: "complete-prompt", extension: "e", prompt: "p", typed: { name: "n" } }, "typed"],
    [{ do: "complete-prompt", extension: "e", prompt: "p", typed: { value: "" } }, "typed"],
    [{ do: "complete-mention" }, "word"],
    [{ do: "end-job", job: 1 }, "job"],
    [{ do: "send", input: null }, "input"],
    [{ do: "send", input: [] }, "input"],
    [{ do: "send", input: ["text"] }, "input"],
    [{ do: "send", input: [{ type: "text" }] }, "input"],
    [{ do: "send", input: [image, { type: "video", mediaType: "v", data: "" }] }, "input"],
    [{ do: "send", input: [{ type: "image", data: "" }] }, "input"],
    [{ do: "send", input: [{ type: "file", mediaType: "a/b" }] }, "input"],
    [{ do: "send", input: { text: "see" } }, "input"],
    [{ do: "send", input: { attachments: [] } }, "input"],
    [{ do: "send", input: { text: "see", attachments: [{ type: "text", text: "t" }] } }, "input"],
    [{ do: "send", input: { text: "see", attachments: ["a", 3] } }, "input"],
    [{ do: "steer" }, "input"],
    [{ do: "interrupt", reason: 3 }, "reason"],
    [{ do: "answer", answer: { allow: "once" } }, "question"],
    [{ do: "answer", question: "q", answer: { allow: "once" }, by: 3 }, "by"],
    [{ do: "answer", question: "q" }, "answer"],
    [{ do: "answer", question: "q", answer: "yes" }, "answer"],
    [{ do: "answer", question: "q", answer: {} }, "answer"],
    [{ do: "answer", question: "q", answer: { allow: "forever" } }, "answer"],
    [{ do: "answer", question: "q", answer: { allow: "once", mode: 3 } }, "answer"],
    [{ do: "answer", question: "q", answer: { deny: true } }, "answer"],
    [{ do: "answer", question: "q", answer: { deny: "no", stop: "yes" } }, "answer"],
    [{ do: "answer", question: "q", answer: { reply: "text" } }, "answer"],
    [{ do: "set-mode" }, "mode"],
    [{ do: "set-effort", effort: 3 }, "effort"],
    [{ do: "note" }, "text"],
    [{ do: "rename", name: null }, "name"],
    [{ do: "compact", wish: 3 }, "wish"],
    [{ do: "set-model", model: "m" }, "provider"],
    [{ do: "set-model", provider: "p" }, "model"],
  ])("is refused with the field that is wrong: %j", (request, field) => {
    const { do: name } = request as { readonly do: string };
    expect(read(request)).toEqual({ id: 7, wrong: `"${name}": "${field}" is missing or malformed.` });
  });

  it.each<[name: unknown, shown: string]>([
    ["fly", '"fly"'],
    ["toString", '"toString"'],
    [3, "3"],
    [undefined, "undefined"],
  ])("is refused when nothing has its name: %j", (name, shown) => {
    expect(read({ do: name })).toEqual({ id: 7, wrong: `"do": unknown request ${shown}.` });
  });

  it.each([
    ["not JSON", "{"],
    ["not a JSON object", "[]"],
    ["not a JSON object", "null"],
    ['"id": expected an integer', "{}"],
    ['"id": expected an integer', '{"id":"1","do":"prepare"}'],
    ['"id": expected an integer', '{"id":1.5,"do":"prepare"}'],
    ['"id": expected an integer', '{"id":1e300,"do":"prepare"}'],
  ])("is none (%s): %s", (reason, line) => {
    expect(() => readRequest(line)).toThrow(`Expected a request on each line: ${reason}.`);
    expect(() => readRequest(line)).toThrow(expect.objectContaining({ code: "not-a-request" }) as Error);
  });
});
