import { once } from "node:events";
import { mkdtempDisposable } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extractText, type AttemptModel, type Question } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { itemsOf, openQuestions, type SessionView } from "@skein/session-view";
import { sqliteJournal } from "@skein/sessions";
import { openConversation } from "./conversation.ts";
import { openPage } from "./page.ts";
import { chatServer } from "./server.ts";

await using folder = await mkdtempDisposable(join(tmpdir(), "own-app-"));

/** One process of the server: what it leaves behind is in the folder. */
async function startServer(model: AttemptModel) {
  const journal = sqliteJournal(folder.path);
  const conversation = openConversation({ model, journal, session: "customer-12" });
  const server = chatServer(conversation).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    say: (text: string) => fetch(`${url}/messages`, { method: "POST", body: text }),
    async [Symbol.asyncDispose]() {
      await conversation[Symbol.asyncDispose]();
      server.close().closeAllConnections();
      await once(server, "close");
      await journal[Symbol.asyncDispose]();
    },
  };
}

const texts = (view: SessionView) =>
  itemsOf(view).flatMap((item) => (item.type === "text" ? [item.text] : []));
const answers = (view: SessionView) => itemsOf(view).filter(({ type }) => type === "outcome").length;
const page = openPage();

{
  const model = scriptedModel(
    [
      [{ type: "tool-call", id: "1", name: "look_up", input: { order: 7 } }],
      [{ type: "text", text: "Your order 7 was lost on its way. I can pay the 40 euros back." }],
      [{ type: "tool-call", id: "2", name: "refund", input: { order: 7 } }],
    ],
    { delayMs: 5 },
  );
  await using server = await startServer(model);

  await server.say("Where is order 7?");
  await page.connect(server.url, (view) => (texts(view).at(-1)?.length ?? 0) > 10);
  console.log("The connection was lost in the middle of the reply.");
  await page.connect(server.url, (view) => answers(view) === 1);
  console.log(texts(page.view));

  await server.say("Please do.");
  await page.connect(server.url, (view) => openQuestions(view).length > 0);
  console.log("The server is restarted while it asks.");
}

await using server = await startServer(
  scriptedModel([[{ type: "text", text: "The 40 euros are on their way." }]]),
);
const questions = (await (await fetch(`${server.url}/questions`)).json()) as readonly Question[];
for (const question of questions) {
  if (question.kind !== "approval") continue;
  console.log(`Allow ${question.tool} ${JSON.stringify(question.input)}?`);
  await fetch(`${server.url}/questions/${question.id}`, { method: "POST", body: '{"allow":"once"}' });
}
await page.connect(server.url, (view) => texts(view).length === 2 && view.facts.run === undefined);
for (const item of itemsOf(page.view)) {
  if (item.type === "message") console.log(`> ${extractText(item.content)}`);
  if (item.type === "call") console.log(`[${item.tool}] ${extractText(item.result?.content ?? [])}`);
  if (item.type === "text") console.log(item.text);
}
