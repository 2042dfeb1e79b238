import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type ReceivedEvent } from "@skein/client";
import { readServerRecord } from "@skein/server-http/access";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { postgresPrograms, startPostgres, type PostgresServer } from "@skein/test-kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

describe.skipIf(postgresPrograms() === undefined)("a server before the queue (skipped without it)", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  const envOf = ({ home }: SkeinHome) => ({ SKEIN_DATABASE_URL: postgres.url, SKEIN_HOME: home });

  /** A server, and a client of it. */
  async function served(skein: SkeinHome) {
    const serve = skein.start(["serve", "--queue"], envOf(skein));
    await serve.shows("The token is in");
    const record = await readServerRecord(join(skein.home, "state", "run", "server.json"));
    return { serve, client: createClient({ url: record?.url ?? "", token: record?.token ?? "" }) };
  }

  it("hands prompts to workers; their events go on when one is killed, nothing twice and nothing lost", async () => {
    const slow = { parts: [shell("one", "echo one >> ran; sleep 4; echo over")] };
    await using models = await anthropicServer([slow, say("Done."), say("Again.")]);
    await using skein = await skeinHome(models.url);
    const { serve, client } = await served(skein);
    const { session } = await client.createSession({ cwd: skein.home, mode: "auto" });
    const events: ReceivedEvent[] = [];
    const ended = (async () => {
      for await (const event of client.events(session)) {
        events.push(event);
        if (event.type === "news" && event.news.type === "outcome" && event.news.outcome === "done") return;
      }
    })();
    await client.sendMessage({ session, input: "do it" });
    await expect(client.sendMessage({ session, input: "more" })).rejects.toMatchObject({ status: 409 });

    const killed = skein.start(["worker"], envOf(skein));
    await expect.poll(() => existsSync(join(skein.home, "ran"))).toBe(true);
    killed.child.kill("SIGKILL");
    await killed.ended;
    const worker = skein.start(["worker"], envOf(skein));
    await ended;
    const seqs = events.flatMap((event) => {
      if (event.type !== "news") return [];
      return event.news.type === "entry" ? event.news.entry.seq : (event.news.seq ?? []);
    });
    expect(seqs).toEqual(seqs.map((_, at) => at + 1));
    const { entries } = await client.listEntries({ session });
    expect(entries.map(({ seq }) => seq)).toEqual(seqs);
    const told = events.flatMap((event) => (event.type === "news" ? [event.news.type] : []));
    expect(told.filter((type) => type === "tool-start")).toHaveLength(1);
    expect(readFileSync(join(skein.home, "ran"), "utf8")).toBe("one\n");
    for (const process of [worker, serve]) process.child.kill("SIGTERM");
    await Promise.all([worker.ended, serve.ended]);
  });

  it("answers what a run asked, which a worker then continues, and cancels a run that waits", async () => {
    await using models = await anthropicServer([{ parts: [shell("one", "echo one >> ran")] }, say("Done.")]);
    await using skein = await skeinHome(models.url);
    const { serve, client } = await served(skein);
    const { session } = await client.createSession({ cwd: skein.home, mode: "approve" });
    const worker = skein.start(["worker"], envOf(skein));
    await client.sendMessage({ session, input: "do it" });
    await worker.shows(`${session}: needs-input`);
    const { questions } = await client.listQuestions({ session });
    expect(questions).toHaveLength(1);
    await client.answerQuestion({
      session,
      question: String(questions[0]?.["id"]),
      answer: { allow: "once" },
    });
    await worker.shows(`${session}: done`);
    worker.child.kill("SIGTERM");
    await worker.ended;
    const other = await client.createSession({ cwd: skein.home });
    await client.sendMessage({ session: other.session, input: "x" });
    expect(await client.interrupt({ session: other.session })).toEqual({ wasRunning: true });
    await expect(client.createSession({ cwd: skein.home, effort: "high" })).rejects.toMatchObject({
      status: 400,
    });
    serve.child.kill("SIGTERM");
    await serve.ended;
  });
});
