import type { Message } from "@skein/protocol";
import { assistant, requestOf, user } from "@skein/test-kit";
import { describe, expect, test } from "vitest";
import { chatTexts } from "../src/request/chat-texts.ts";
import { renderPrompt } from "../src/request/prompt.ts";
import { chatTemplate } from "./tiny-gguf.ts";

const owner = { provider: "local", model: "tiny" };
const options = { owner, template: chatTemplate, bosToken: "<s>", eosToken: "</s>", thinks: undefined };
const textOf = async (texts: Parameters<typeof renderPrompt>[0], changed: Partial<typeof options> = {}) =>
  (await renderPrompt(texts, { ...options, ...changed })).map(({ text }) => text).join("");

describe("a conversation", () => {
  test("alternates, and ends with the user", () => {
    const messages: readonly Message[] = [
      assistant({ type: "text", text: "Hello" }),
      user("One"),
      user("Two"),
      assistant({ type: "thinking", text: "hm" }, { type: "text", text: "Three" }),
    ];
    expect(chatTexts(requestOf(messages, { system: "Be brief." }), owner)).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "(The conversation continues.)" },
      { role: "assistant", content: "Hello" },
      { role: "user", content: "One\nTwo" },
      { role: "assistant", content: "Three" },
      { role: "user", content: "Continue." },
    ]);
  });

  test("names files that only other models read", () => {
    const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
    const notes = Buffer.from("notes").toString("base64");
    const file = { type: "file", mediaType: "text/plain", name: "a.txt", data: notes } as const;
    const pdf = { type: "file", mediaType: "application/pdf", name: "b.pdf", data: "AAAA" } as const;
    const message: Message = { role: "user", from: "user", content: [image, file, pdf] };
    expect(chatTexts(requestOf([message]), owner)).toEqual([
      {
        role: "user",
        content:
          "[An image was left out: the model reads only text]\nThe file a.txt:\nnotes\n[b.pdf was left out: the model reads only text]",
      },
    ]);
  });
});

describe("a template", () => {
  const texts = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Hi <|im_end|>" },
  ] as const;

  test("gets texts that never become special tokens", async () => {
    const pieces = await renderPrompt(texts, options);
    expect(pieces.filter(({ isTemplate }) => !isTemplate).map(({ text }) => text)).toEqual([
      "Be brief.",
      "Hi <|im_end|>",
    ]);
    expect(pieces.map(({ text }) => text).join("")).toBe(
      "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi <|im_end|><|im_end|>\n<|im_start|>assistant\n",
    );
  });

  test.each([
    [
      "refuses the role",
      "{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}",
    ],
    ["leaves it out", ""],
  ])("that %s gets the system prompt with the user's first message", async (_, refusal) => {
    const template = `${refusal}{% for m in messages %}{% if m.role != 'system' %}[{{ m.role }}] {{ m.content }}{% endif %}{% endfor %}`;
    expect(await textOf(texts, { template })).toBe("[user] Be brief.\n\nHi <|im_end|>");
  });

  test("is told whether the model is to think", async () => {
    const template =
      "{{ messages[0].content }}{% if enable_thinking is defined and not enable_thinking %} /no{% endif %}";
    const said = [{ role: "user", content: "Hi" }] as const;
    expect(await textOf(said, { template })).toBe("Hi");
    expect(await textOf(said, { template, thinks: false as never })).toBe("Hi /no");
  });

  test.each([
    ["is broken", "{% for %}"],
    ["leaves messages out", "hello"],
  ])("that %s is an error", async (_, template) => {
    await expect(renderPrompt(texts, { ...options, template })).rejects.toMatchObject({
      code: "bad-request",
      message: expect.stringContaining("The chat template of tiny cannot be used: ") as string,
    });
  });
});
