import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { methods, type SessionUpdate } from "@agentclientprotocol/sdk/unstable";
import type { AssistantPart, JsonValue } from "@skein/protocol";
import { pdfOf, processesWith } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { acpClient } from "./acp-client.ts";

const text = (said: string): AssistantPart => ({ type: "text", text: said });
const use = (id: string, name: string, input: JsonValue): AssistantPart => ({
  type: "tool-call",
  id,
  name,
  input,
});
const shell = (id: string, command: string) => use(id, "shell", { command });

/** The words of chunks of one kind, put together. */
function wordsOf(updates: readonly SessionUpdate[], kind: SessionUpdate["sessionUpdate"]): string {
  return updates
    .map((one) =>
      one.sessionUpdate === kind && "content" in one && one.content && "text" in one.content
        ? one.content.text
        : "",
    )
    .join("");
}

/** What was told of a call. */
function told(updates: readonly SessionUpdate[], id: string): readonly SessionUpdate[] {
  return updates.filter((one) => "toolCallId" in one && one.toolCallId === id);
}

const statuses = (updates: readonly SessionUpdate[]) =>
  updates.flatMap((one) => ("status" in one && one.status ? [one.status] : []));

describe("a connection", () => {
  it("begins with who is there and what it can do", async () => {
    await using acp = await acpClient([]);
    const about = await acp.agent.request(methods.agent.initialize, { protocolVersion: 99 });
    expect(about).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: "skein", version: "1.2.3" },
      agentCapabilities: { loadSession: true, promptCapabilities: { image: true, embeddedContext: true } },
    });
  });

  it("refuses what it cannot do, in words", async () => {
    await using acp = await acpClient([]);
    const request = acp.agent.request.bind(acp.agent);
    const cwd = acp.folder;
    const sse = { type: "sse" as const, name: "old", url: "http://127.0.0.1:9", headers: [] };
    await expect(acp.newSession([sse])).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("old: ") as string,
    });
    const sessionId = "20260101-000000-abcdef";
    await expect(acp.prompt(sessionId, "hello")).rejects.toMatchObject({ code: -32002, data: { sessionId } });
    await expect(
      request(methods.agent.session.load, { cwd, sessionId, mcpServers: [] }),
    ).rejects.toMatchObject({
      code: -32002,
      message: expect.stringContaining("nothing was said in it") as string,
    });
    const elsewhere = { cwd: "somewhere", mcpServers: [] };
    await expect(request("session/new", elsewhere)).rejects.toMatchObject({
      code: -32602,
      data: { cwd: "somewhere" },
    });
    await expect(request("session/new", { cwd: 7 })).rejects.toMatchObject({ code: -32602 });
    await expect(request("session/none", {})).rejects.toMatchObject({ code: -32601 });
    const own = await acp.newSession();
    await expect(acp.prompt(own, [])).rejects.toMatchObject({ code: -32602 });
    const audio = { type: "audio" as const, data: "", mimeType: "audio/wav" };
    await expect(acp.prompt(own, [audio])).rejects.toMatchObject({ code: -32602 });
    await expect(
      request(methods.agent.session.setMode, { sessionId: own, modeId: "never" }),
    ).rejects.toMatchObject({ code: -32602 });
  });

  it("says what is wrong with the settings, and what to do", async () => {
    await using acp = await acpClient([], { mode: "never" });
    await expect(acp.newSession()).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("Use one of: auto, ") as string,
    });
  });

  it("ends when the client goes away, with what runs for it", async () => {
    const seconds = `610.${process.pid}`;
    await using acp = await acpClient([[shell("c1", `sleep ${seconds}`)]]);
    const session = await acp.newSession();
    const prompt = acp.prompt(session, "wait").catch((error: unknown) => error);
    while ((await processesWith(seconds)).length === 0) await new Promise((next) => setTimeout(next, 20));
    await acp.leave();
    expect(await prompt).toBeInstanceOf(Error);
    expect(acp.host.live()).toEqual([]);
    expect(await processesWith(seconds)).toEqual([]);
  });

  it("closes a session that was being opened when the client went away", async () => {
    await using acp = await acpClient([]);
    const opening = acp.newSession().catch((error: unknown) => error);
    while (acp.host.live().length === 0) await new Promise((next) => setImmediate(next));
    await acp.leave();
    expect(await opening).toBeInstanceOf(Error);
    expect(acp.host.live()).toEqual([]);
  });

  it("leaves a session open that somebody else has opened", async () => {
    await using acp = await acpClient([[text("One.")]]);
    const other = await acp.host.open({ cwd: acp.folder, attended: true });
    await (
      await other.send("one")
    ).result;
    await acp.agent.request(methods.agent.session.resume, { cwd: acp.folder, sessionId: other.id });
    expect(acp.updates).toEqual([]);
    // Also when it is loaded twice.
    await acp.agent.request(methods.agent.session.load, {
      cwd: acp.folder,
      sessionId: other.id,
      mcpServers: [],
    });
    expect(wordsOf(acp.updates, "agent_message_chunk")).toBe("One.");
    await acp.leave();
    expect(acp.host.live()).toEqual([other.id]);
  });
});

describe("a prompt", () => {
  it("is answered as it streams, with thoughts and words apart", async () => {
    const usage = { output: 3 };
    const content = [
      { type: "thinking", text: "A greeting, I believe." } as const,
      text("Hello to you, friend."),
    ];
    await using acp = await acpClient([{ content, usage }]);
    const session = await acp.newSession();
    const response = await acp.prompt(session, "hello");
    expect(response).toMatchObject({ stopReason: "end_turn", _meta: { skein: { outcome: "done" } } });
    expect(wordsOf(acp.updates, "agent_thought_chunk")).toBe("A greeting, I believe.");
    expect(wordsOf(acp.updates, "agent_message_chunk")).toBe("Hello to you, friend.");
    expect(acp.updates.length).toBeGreaterThan(3);
  });

  it("never reports unknown counters", async () => {
    await using acp = await acpClient([{ content: [text("Hello.")], usage: { output: 3 } }]);
    const { _meta } = (await acp.prompt(await acp.newSession(), "hello")) as { _meta: { skein: object } };
    expect(_meta.skein).toHaveProperty("usage", { output: 3 });
  });

  it("brings links, files and images to the model", async () => {
    await using acp = await acpClient([[text("Seen.")]]);
    const pixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const pdf = pdfOf(["Hello."]).toString("base64");
    const file = join(acp.folder, "my notes.md");
    const uri = pathToFileURL(file).href;
    await acp.prompt(await acp.newSession(), [
      { type: "text", text: "look" },
      { type: "resource_link", name: "notes", uri },
      { type: "resource", resource: { uri, text: "buy milk" } },
      { type: "image", mimeType: "image/png", data: pixel },
      { type: "resource", resource: { uri: "zed:///a.pdf", mimeType: "application/pdf", blob: pdf } },
    ]);
    const message = acp.model.requests[0]?.messages.at(-1);
    expect(message?.content).toEqual([
      text("look"),
      text(`[notes](${file})`),
      text(`<resource uri="${file}">\nbuy milk\n</resource>`),
      { type: "image", mediaType: "image/png", data: pixel },
      { type: "file", mediaType: "application/pdf", data: pdf, name: "a.pdf" },
    ]);
  });

  it.each([
    ["length", "max_tokens"],
    ["refused", "refusal"],
  ] as const)("that ends with %s is told to have ended with %s", async (stop, stopReason) => {
    await using acp = await acpClient([{ content: [text("Half of")], stop }]);
    expect(await acp.prompt(await acp.newSession(), "go")).toMatchObject({ stopReason });
  });

  it("that fails is an error with the reason", async () => {
    await using acp = await acpClient([]);
    await expect(acp.prompt(await acp.newSession(), "go")).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining("script") as string,
      data: { code: "bad-request" },
    });
  });

  it("is answered in each of two sessions at once", async () => {
    const reply = ({ messages }: { readonly messages: readonly unknown[] }) => [
      text(JSON.stringify(messages).includes("Oslo") ? "Norway" : "Italy"),
    ];
    await using acp = await acpClient([reply, reply]);
    const [oslo, rome] = [await acp.newSession(), await acp.newSession()];
    await Promise.all([acp.prompt(oslo, "Where is Oslo?"), acp.prompt(rome, "Where is Rome?")]);
    const saidIn = (session: string) =>
      wordsOf(
        acp.updates.filter(({ sessionId }) => sessionId === session),
        "agent_message_chunk",
      );
    expect([saidIn(oslo), saidIn(rome)]).toEqual(["Norway", "Italy"]);
  });

  it("is refused with further folders, which no one has announced", async () => {
    await using acp = await acpClient([[text("Hello.")]]);
    const more = { cwd: acp.folder, additionalDirectories: ["/tmp"], mcpServers: [] };
    const refusal = { code: -32602, message: expect.stringContaining("works in one folder") as string };
    const { session } = methods.agent;
    await expect(acp.agent.request(session.new, more)).rejects.toMatchObject(refusal);
    const sessionId = await acp.newSession();
    await acp.prompt(sessionId, "hello");
    for (const method of [session.load, session.resume, session.fork] as const)
      await expect(acp.agent.request(method, { ...more, sessionId })).rejects.toMatchObject(refusal);
    expect(await acp.host.sessions.list()).toHaveLength(1); // nothing was forked
  });

  it.each(["session/cancel", "$/cancel_request"])(
    "is cancelled by %s before its run has begun",
    async (how) => {
      await using acp = await acpClient([[shell("c1", "sleep 60")]]);
      const sessionId = await acp.newSession();
      const request = new AbortController();
      const response = acp.agent.request(
        methods.agent.session.prompt,
        { sessionId, prompt: [{ type: "text", text: "wait" }] },
        { cancellationSignal: request.signal },
      );
      if (how === "session/cancel") await acp.agent.notify(methods.agent.session.cancel, { sessionId });
      else request.abort();
      expect(await response).toMatchObject({ stopReason: "cancelled" });
    },
  );

  it.each(["session/cancel", "$/cancel_request"])(
    "is cancelled in the middle of a call by %s",
    async (how) => {
      const seconds = `611.${process.pid}${how.length}`;
      await using acp = await acpClient([[shell("c1", `sleep ${seconds}`)], [text("Again.")]]);
      const sessionId = await acp.newSession();
      const request = new AbortController();
      const response = acp.agent.request(
        methods.agent.session.prompt,
        { sessionId, prompt: [{ type: "text", text: "wait" }] },
        { cancellationSignal: request.signal },
      );
      while ((await processesWith(seconds)).length === 0) await new Promise((next) => setTimeout(next, 20));
      if (how === "session/cancel") await acp.agent.notify(methods.agent.session.cancel, { sessionId });
      else request.abort();
      expect(await response).toMatchObject({ stopReason: "cancelled" });
      expect(statuses(told(acp.updates, "c1"))).toEqual(["pending", "in_progress", "failed"]);
      expect(await processesWith(seconds)).toEqual([]);
      expect(await acp.prompt(sessionId, "again")).toMatchObject({ stopReason: "end_turn" });
    },
  );
});

describe("a tool call", () => {
  it("is told from its beginning to its end", async () => {
    await using acp = await acpClient([[shell("c1", "echo from the shell")], [text("Done.")]]);
    await acp.prompt(await acp.newSession(), "go");
    const [first, second, last] = told(acp.updates, "c1");
    expect(first).toMatchObject({
      sessionUpdate: "tool_call",
      title: "shell: echo from the shell",
      name: "shell",
      status: "pending",
      rawInput: { command: "echo from the shell" },
    });
    expect(second).toMatchObject({ status: "in_progress", kind: "execute" });
    expect(last).toMatchObject({
      status: "completed",
      content: [{ type: "content", content: { text: expect.stringContaining("from the shell") as string } }],
    });
  });

  it("waits for permission, with the change as a diff and its place", async () => {
    const edit = use("c1", "edit", { path: "a.txt", old_text: "two", new_text: "2" });
    await using acp = await acpClient([[edit], [text("Done.")]], { mode: "approve", permit: () => "once" });
    const path = join(acp.folder, "a.txt");
    writeFileSync(path, "one\ntwo\nthree\n");
    await acp.prompt(await acp.newSession(), "go");
    const diff = { type: "diff", path, oldText: "one\ntwo\nthree\n", newText: "one\n2\nthree\n" };
    expect(acp.asked).toHaveLength(1);
    expect(acp.asked[0]?.toolCall).toMatchObject({ toolCallId: "c1", kind: "edit", locations: [{ path }] });
    expect(acp.asked[0]?.toolCall.content).toContainEqual(diff);
    expect(acp.asked[0]?.options.map(({ kind }) => kind)).toEqual([
      "allow_once",
      "allow_always",
      "allow_always",
      "reject_once",
    ]);
    const last = told(acp.updates, "c1").at(-1);
    expect(last).toMatchObject({ status: "completed" });
    expect(last).toHaveProperty("content", expect.arrayContaining([diff]));
  });

  it("of a plan offers the modes to continue in, and tells of the one that was chosen", async () => {
    const proposed = use("c1", "propose_plan", { plan: "# Plan" });
    const write = use("c2", "write", { path: "a.txt", content: "made" });
    await using acp = await acpClient([[proposed], [write], [text("Done.")]], {
      mode: "plan",
      permit: () => "accept:accept_edits",
    });
    await acp.prompt(await acp.newSession(), "go");
    expect(acp.asked).toHaveLength(1);
    expect(acp.asked[0]?.toolCall).toMatchObject({
      toolCallId: "c1",
      kind: "switch_mode",
      content: [{ type: "content", content: { type: "text", text: "# Plan" } }],
    });
    expect(acp.asked[0]?.options.map(({ optionId }) => optionId)).toEqual([
      "accept:smart_approve",
      "accept:accept_edits",
      "accept:auto",
      "accept:approve",
      "reject",
    ]);
    expect(existsSync(join(acp.folder, "a.txt"))).toBe(true);
    expect(acp.updates).toContainEqual(
      expect.objectContaining({ sessionUpdate: "current_mode_update", currentModeId: "accept_edits" }),
    );
  });

  it("of a plan that is not given keeps the model planning", async () => {
    await using acp = await acpClient([[use("c1", "propose_plan", { plan: "# Plan" })], [text("Well.")]], {
      mode: "plan",
      permit: () => "reject",
    });
    await acp.prompt(await acp.newSession(), "go");
    expect(JSON.stringify(acp.model.requests[1]?.messages)).toContain("The user denied this call");
    const modes = acp.updates.filter((update) => update.sessionUpdate === "current_mode_update");
    expect(modes.map(({ currentModeId }) => currentModeId)).toEqual(["plan"]);
  });

  it("that is rejected does not run, and the model is told", async () => {
    await using acp = await acpClient([[shell("c1", "touch made")], [text("Well.")]], {
      mode: "approve",
      permit: () => "reject",
    });
    expect(await acp.prompt(await acp.newSession(), "go")).toMatchObject({ stopReason: "end_turn" });
    expect(statuses(told(acp.updates, "c1"))).toEqual(["pending", "failed"]);
    expect(JSON.stringify(acp.model.requests[1]?.messages)).toContain("The user denied this call");
    expect(existsSync(join(acp.folder, "made"))).toBe(false);
  });

  it("that is allowed for the session is not asked about again", async () => {
    const turns = [[shell("c1", "echo 1")], [shell("c2", "echo 1")], [text("Done.")]];
    await using acp = await acpClient(turns, { mode: "approve", permit: () => "session" });
    await acp.prompt(await acp.newSession(), "go");
    expect(acp.asked).toHaveLength(1);
    expect(statuses(told(acp.updates, "c2")).at(-1)).toBe("completed");
  });

  it("does not run when the prompt is cancelled while permission is asked for", async () => {
    const never = Promise.withResolvers<string>();
    const asked = Promise.withResolvers<void>();
    const permit = () => {
      asked.resolve();
      return never.promise;
    };
    await using acp = await acpClient([[shell("c1", "touch made")]], { mode: "approve", permit });
    const sessionId = await acp.newSession();
    const response = acp.prompt(sessionId, "go");
    await asked.promise;
    await acp.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await response).toMatchObject({ stopReason: "cancelled" });
    expect(existsSync(join(acp.folder, "made"))).toBe(false);
  });

  it("stays an open question when the client goes away", async () => {
    const asked = Promise.withResolvers<void>();
    const permit = () => {
      asked.resolve();
      return Promise.withResolvers<string>().promise;
    };
    await using acp = await acpClient([[shell("c1", "touch made")]], { mode: "approve", permit });
    const sessionId = await acp.newSession();
    void acp.prompt(sessionId, "go").catch(() => undefined);
    await asked.promise;
    await acp.leave();
    const kinds: string[] = [];
    for await (const { kind } of acp.host.sessions.entries(sessionId)) kinds.push(kind);
    expect(kinds).toContain("question");
    expect(kinds).not.toContain("answer");
  });

  it("does not run when the client cannot ask, and the run goes on", async () => {
    await using acp = await acpClient([[shell("c1", "touch made")], [text("Well.")]], { mode: "approve" });
    expect(await acp.prompt(await acp.newSession(), "go")).toMatchObject({ stopReason: "end_turn" });
    expect(existsSync(join(acp.folder, "made"))).toBe(false);
  });

  it("reaches the servers that the client brings", async () => {
    const everything = fileURLToPath(
      new URL("dist/index.js", import.meta.resolve("@modelcontextprotocol/server-everything/package.json")),
    );
    await using acp = await acpClient([
      [use("c1", "things__echo", { message: "over stdio" })],
      [text("Done.")],
    ]);
    const server = { name: "things", command: process.execPath, args: [everything], env: [] };
    await acp.prompt(await acp.newSession([server]), "go");
    expect(told(acp.updates, "c1").at(-1)).toMatchObject({
      status: "completed",
      content: [{ content: { text: "Echo: over stdio" } }],
    });
  });
});

describe("a session", () => {
  it("has Skein's permission modes, and tells of a change", async () => {
    await using acp = await acpClient([[shell("c1", "touch made")], [text("Planned.")]]);
    const { sessionId, modes } = await acp.agent.request(methods.agent.session.new, {
      cwd: acp.folder,
      mcpServers: [],
    });
    expect(modes?.currentModeId).toBe("auto");
    expect(modes?.availableModes.map(({ id }) => id)).toContain("smart_approve");
    await acp.agent.request(methods.agent.session.setMode, { sessionId, modeId: "plan" });
    await acp.until(
      (update) => update.sessionUpdate === "current_mode_update" && update.currentModeId === "plan",
    );
    await acp.prompt(sessionId, "go");
    expect(statuses(told(acp.updates, "c1")).at(-1)).toBe("failed");
    expect(existsSync(join(acp.folder, "made"))).toBe(false);
  });

  it("tells of a mode and a name that somebody else gives it", async () => {
    await using acp = await acpClient([[text("One.")]]);
    const sessionId = await acp.newSession();
    await acp.prompt(sessionId, "one");
    const same = await acp.host.open({ cwd: acp.folder, attended: true, session: sessionId });
    await same.setMode("approve");
    await acp.host.sessions.rename(sessionId, "Numbers");
    const mode = { sessionUpdate: "current_mode_update", currentModeId: "approve" };
    const name = { sessionUpdate: "session_info_update", title: "Numbers" };
    await acp.until((update) => update.sessionUpdate === "session_info_update" && update.title === "Numbers");
    const others = acp.updates.filter(({ sessionUpdate }) => sessionUpdate !== "config_option_update");
    expect(others.slice(-2)).toMatchObject([mode, name]);
  });

  it("is told again when it is loaded, and goes on", async () => {
    const turns = [[text("First, "), shell("c1", "echo 1")], [text("One.")], [text("Two.")]];
    await using acp = await acpClient(turns);
    const sessionId = await acp.newSession();
    await acp.prompt(sessionId, "count");
    await acp.agent.request(methods.agent.session.close, { sessionId });
    expect(acp.host.live()).toEqual([]);
    const before = acp.updates.length;
    await acp.agent.request(methods.agent.session.load, { cwd: acp.folder, sessionId, mcpServers: [] });
    const again = acp.updates.slice(before);
    expect(wordsOf(again, "user_message_chunk")).toBe("count");
    expect(wordsOf(again, "agent_message_chunk")).toBe("First, One.");
    expect(statuses(told(again, "c1"))).toEqual(["completed"]);
    expect(await acp.prompt(sessionId, "more")).toMatchObject({ stopReason: "end_turn" });
    expect(wordsOf(acp.updates.slice(before + again.length), "agent_message_chunk")).toBe("Two.");
  });

  it("is listed with its folder and its name", async () => {
    await using acp = await acpClient([[text("One.")]]);
    const sessionId = await acp.newSession();
    await acp.prompt(sessionId, "count the stars");
    const list = (cwd: string) => acp.agent.request(methods.agent.session.list, { cwd });
    expect((await list(acp.folder)).sessions).toMatchObject([
      { sessionId, cwd: acp.folder, title: "count the stars" },
    ]);
    expect((await list("/elsewhere")).sessions).toEqual([]);
  });
});
