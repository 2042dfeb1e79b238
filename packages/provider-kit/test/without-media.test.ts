import type { Message, ModelRequest } from "@skein/protocol";
import { expect, it } from "vitest";
import { withoutMedia } from "../src/index.ts";

const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
const pdf = { type: "file", mediaType: "application/pdf", data: "AAAA", name: "a.pdf" } as const;
const text = { type: "text", text: "Look." } as const;
const messages: readonly Message[] = [
  { role: "user", from: "user", content: [text] },
  { role: "user", from: "user", content: [text, image, pdf] },
  { role: "tool", content: [{ type: "tool-result", callId: "1", name: "read", content: [image] }] },
];
const request: ModelRequest = { system: "", tools: [], options: {}, messages };

it("tells a model that takes no images that they were left out, each message once", () => {
  const once = withoutMedia(request, { images: false, pdfs: false });
  const imageLine = { type: "text", text: "[An image was left out: the model does not take images]" };
  expect(once.messages.slice(1)).toEqual([
    {
      role: "user",
      from: "user",
      content: [
        text,
        imageLine,
        { type: "text", text: "[a.pdf was left out: the model does not take PDFs]" },
      ],
    },
    { role: "tool", content: [{ type: "tool-result", callId: "1", name: "read", content: [imageLine] }] },
  ]);
  const again = withoutMedia({ ...request, messages: [...messages] }, { images: false, pdfs: false });
  expect(again.messages.every((message, at) => message === once.messages[at])).toBe(true);
});

it("leaves a request as it is where nothing is known to be refused", () => {
  expect(withoutMedia(request, {})).toBe(request);
  expect(withoutMedia({ ...request, messages: messages.slice(0, 1) }, { images: false }).messages).toEqual(
    messages.slice(0, 1),
  );
});
