import { readFile } from "node:fs/promises";
import { processesWith, temporaryFolder, uniqueSeconds } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { mcp, mountExtensions } from "../../src/index.ts";
import { call, says, torture, uniqueMark, using } from "./workshop.ts";

describe.concurrent("a server that does not start", () => {
  it("is named, with its exit code and the last line it wrote", async () => {
    const extension = torture("crashes-at-start");
    await expect(extension.tools()).rejects.toMatchObject({
      name: "ExtensionError",
      code: "start-failed",
      message:
        'The extension "crashes-at-start" could not start: it ended with exit code 3: No API token was given.',
    });
    expect(extension.status()).toMatchObject({ state: "degraded" });
    await extension.close();
  });

  it("is named when the program or the folder is not there", async () => {
    await expect(mcp({ command: "no-such-program-at-all" }).tools()).rejects.toThrow(
      'could not start: there is no program "no-such-program-at-all".',
    );
    await expect(mcp({ command: "node", cwd: "/no/such/folder" }).tools()).rejects.toThrow(
      "could not start: the folder /no/such/folder does not exist.",
    );
  });

  it("is ended at the time limit, with what it said", async () => {
    const mark = uniqueMark();
    const extension = torture("hangs-at-start", [mark], { startTimeoutMs: 3_000 });
    await expect(extension.tools()).rejects.toThrow(
      "it did not start within 3 s; its last words: waiting for the moon.",
    );
    expect(await processesWith(mark)).toEqual([]);
  });

  it("delays only what needs it", async () => {
    const [hanging, broken] = [torture("hangs-at-start"), torture("crashes-at-start")];
    const late = torture("starts-late", ["300"]);
    const events: string[] = [];
    await using mounted = await mountExtensions([hanging, broken, late], {
      patienceMs: 500,
      onStatus: ({ extension, status }) => events.push(`${extension} ${status.state}`),
    });
    await expect.poll(() => mounted.tools).toEqual(["echo"]);
    await expect.poll(() => events).toContain("crashes-at-start degraded");
    expect(events).not.toContain("hangs-at-start degraded");
  });

  it("stops starting when the caller gives up", async () => {
    const mark = uniqueMark();
    const extension = torture("hangs-at-start", [mark]);
    await expect(extension.tools(AbortSignal.timeout(300))).rejects.toMatchObject({ code: "start-failed" });
    expect(await processesWith(mark)).toEqual([]);
  });

  it("may be slow within its time", async () => {
    await using extension = using(torture("starts-late", ["500"]));
    expect(await says(extension, "echo", { a: 1 })).toBe('echo {"a":1}');
  });
});

describe.concurrent("a server of an older protocol", () => {
  it("is started again when it ends on being asked for a newer one", async () => {
    await using extension = using(torture("ends-when-asked"));
    expect(await says(extension, "echo")).toBe("echo {}");
  });

  it("is greeted in the old way when it is silent", async () => {
    await using extension = using(torture("silent-when-asked", [], { startTimeoutMs: 6_000 }));
    expect(await says(extension, "echo")).toBe("echo {}");
  });
});

describe.concurrent("a server that crashes", () => {
  it("in a call: the model is told, it is restarted, and after five crashes no more", async () => {
    const mark = uniqueSeconds();
    await using extension = using(torture("crashes-in-call", [mark]));
    expect(await says(extension, "crash")).toBe(
      "The server of this tool stopped during the call: it ended with exit code 7: out of luck.\n" +
        "It is started again for the next call. What this call has done is not known: check before you repeat it.",
    );
    expect(extension.status()).toMatchObject({ state: "degraded" });
    expect(await says(extension, "echo")).toBe("echo {}");
    expect(extension.status()).toEqual({ state: "ready" });
    const startedAt = performance.now();
    for (let crash = 2; crash <= 5; crash++) expect(await says(extension, "crash")).toContain("exit code 7");
    expect(performance.now() - startedAt).toBeGreaterThan(3_000); // 0.5 s, 1 s, 2 s less the calls themselves
    expect(await says(extension, "echo")).toMatch(/has failed 5 times and is left alone for some minutes/);
    await extension.close();
    expect(await processesWith(mark)).toEqual([]);
  });
});

describe("a server that talks too much", () => {
  it("on standard error costs no memory", async () => {
    await using extension = using(torture("floods-stderr"));
    expect(await says(extension, "echo")).toBe("echo {}"); // and the first rounds of garbage are through
    const before = process.memoryUsage.rss();
    for (let count = 0; count < 8; count++) expect(await says(extension, "echo")).toBe("echo {}");
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
  });
});

describe.concurrent("a server that answers too much", () => {
  it("on standard output: what is no message is skipped, a batch is read", async () => {
    await using extension = using(torture("prints-garbage"));
    expect(await says(extension, "echo", { a: "ü" })).toBe('{"a":"ü"}');
    expect(await says(extension, "echo", { b: 2 })).toBe('{"b":2}');
  });

  it("in a result: clipped, the whole in the call's folder", async () => {
    await using folder = await temporaryFolder();
    await using extension = using(torture("big-result"));
    await extension.tools();
    const outcome = await call(extension, "big", {}, { callFolder: folder.path, outputBytes: 8_192 });
    const [part, ...rest] = "content" in outcome ? outcome.content : [];
    expect(rest).toEqual([]);
    const words = part?.type === "text" ? part.text : "";
    expect(words.length).toBeLessThan(8_500);
    expect(words).toContain("The full output, 15,300,000 bytes, is in a file");
    expect(words).toContain(`read {"path":"${folder.path}/result.txt","from":`);
    expect((await readFile(`${folder.path}/result.txt`)).length).toBe(15_300_000);
    expect(outcome).toMatchObject({ artifacts: [{ bytes: 15_300_000, mediaType: "text/plain" }] });
  });

  it("in an image that is none: it becomes a file", async () => {
    await using folder = await temporaryFolder();
    await using extension = using(torture("big-result"));
    expect(await says(extension, "image", {}, { callFolder: folder.path })).toBe(
      `[A part that cannot be shown here is in ${folder.path}/part-1.png: image/png, 10,000,000 bytes.]`,
    );
    expect(await says(extension, "image")).toBe(
      "[A part that cannot be shown here is left out: image/png, 10,000,000 bytes.]",
    );
  });

  it("in one message: it is ended, and the model is told why", async () => {
    await using extension = using(torture("big-result"));
    expect(await says(extension, "long")).toContain("It sent a message of more than 16,777,216 bytes.");
  });

  it.each([
    ["many-values", "more than 500,000 values"],
    ["deep-values", "values nested more than 500 deep"],
  ])("of %s in one message: it is ended before anything is parsed", async (tool, what) => {
    await using extension = using(torture("big-result"));
    expect(await says(extension, tool)).toContain(`It sent a message of ${what}.`);
  });

  it("in one message of a server that may: it is read", async () => {
    await using extension = using(torture("big-result", [], { maxMessageBytes: 20_000_000 }));
    expect(await says(extension, "long")).toContain("xxx");
  });

  it("or a result that is not one: the model is told at once", async () => {
    await using extension = using(torture("big-result"));
    expect(await says(extension, "number")).toContain("the server sent a result that is no object");
  });

  it("in its list of tools: bounded, and it is said", async () => {
    await using extension = using(torture("many-tools"));
    const tools = await extension.tools();
    expect(tools.length).toBeGreaterThan(100);
    expect(tools.length).toBeLessThanOrEqual(200);
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(450_000);
    expect(extension.instructions).toBe(
      `(${3_000 - tools.length} more tools of this server are left out, for want of room.)`,
    );
  });

  it("in pages without an end: an error", async () => {
    await expect(torture("endless-pages").tools()).rejects.toThrow(
      "its list of tools does not end (100 pages were read)",
    );
    await expect(torture("endless-pages", ["circle"]).tools()).rejects.toThrow("goes round in a circle");
  });
});

describe.concurrent("a server that will not go", () => {
  it("is gone with its children soon after the end", async () => {
    const mark = uniqueMark();
    const extension = torture("stubborn", [mark]);
    expect(await says(extension, "echo")).toBe("echo {}");
    expect(await processesWith(mark)).toHaveLength(2);
    const startedAt = performance.now();
    await Promise.all([extension.close(), extension.close()]);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(await processesWith(mark)).toEqual([]);
    expect(extension.status()).toEqual({ state: "stopped" });
    await expect(extension.tools()).rejects.toMatchObject({ code: "closed" });
    expect(await says(extension, "echo")).toBe('The extension "stubborn" is closed.');
  });
});
