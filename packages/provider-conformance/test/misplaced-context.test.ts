import { taggedContext } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { anthropicServer, serveScript } from "../src/servers/index.ts";

const tagged = taggedContext("Today is 2030-01-02.");
const text = (words: string) => ({ type: "text", text: words });
const result = (...content: readonly object[]) => ({ type: "tool_result", tool_use_id: "t", content });

const post = (url: string, messages: readonly object[]) =>
  fetch(`${url}/v1/messages`, { method: "POST", body: JSON.stringify({ messages }) });

describe("the loopback servers", () => {
  it.each<readonly [string, readonly object[]]>([
    ["behind a result of Anthropic's wire", [{ role: "user", content: [result(text("ok")), text(tagged)] }]],
    [
      "behind a result of Bedrock's",
      [{ role: "user", content: [{ toolResult: { content: [] } }, { text: tagged }] }],
    ],
    [
      "as a message behind one of the role tool",
      [
        { role: "tool", content: "ok" },
        { role: "user", content: tagged },
      ],
    ],
  ])("refuse dynamic context %s", async (_, messages) => {
    await using anthropic = await anthropicServer([{ parts: [] }]);
    await using bare = await serveScript(() => ({
      status: 200,
      contentType: "text/plain",
      body: Buffer.from(""),
    }));
    for (const { url } of [anthropic, bare]) {
      const answer = await post(url, messages);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("belongs inside the last of them");
    }
  });

  it.each<readonly [string, readonly object[]]>([
    ["inside a result", [{ role: "user", content: [result(text("ok"), text(tagged))] }]],
    ["behind the user's words", [{ role: "user", content: [text("Go on."), text(tagged)] }]],
    [
      "behind the user's words behind a result",
      [{ role: "user", content: [result(text("ok")), text("Stop."), text(tagged)] }],
    ],
    [
      "in a result that is a string",
      [
        { role: "tool", content: `ok\n${tagged}` },
        { role: "user", content: "Stop." },
      ],
    ],
  ])("take it %s", async (_, messages) => {
    await using server = await anthropicServer([{ parts: [{ type: "text", text: "Fine." }] }]);
    expect((await post(server.url, messages)).status).toBe(200);
  });
});
