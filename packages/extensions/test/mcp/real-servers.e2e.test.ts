import { readFile, writeFile } from "node:fs/promises";
import {
  extractText,
  type ElicitationRequest,
  type ExtensionRequests,
  type SamplingRequest,
} from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { mcp, type McpCommandSettings } from "../../src/index.ts";
import { call, programOf, says, using } from "./workshop.ts";

type Settings = Partial<Pick<McpCommandSettings, "env" | "cwd" | "log">>;

const everything = (settings: Settings = {}) =>
  mcp({
    name: "everything",
    command: process.execPath,
    args: [programOf("@modelcontextprotocol/server-everything", "dist/index.js")],
    ...settings,
  });

describe("server-everything over stdio", () => {
  it("is listed and called", async () => {
    await using extension = using(everything());
    const names = (await extension.tools()).map(({ name }) => name);
    expect(names).toContain("echo");
    expect(await says(extension, "echo", { message: "hi" })).toBe("Echo: hi");
    expect(await says(extension, "get-sum", { a: 2, b: 3 })).toContain("5");
    expect(extension.instructions).toMatch(/everything/i);
    expect(await call(extension, "get-tiny-image")).toMatchObject({
      content: [{ type: "text" }, { type: "image", mediaType: "image/png" }, { type: "text" }],
    });
    expect(await says(extension, "get-resource-links", { count: 2 })).toContain("<demo://resource/");
    const input = { resourceType: "Text", resourceId: 1 };
    expect(await says(extension, "get-resource-reference", input)).toContain(
      "demo://resource/dynamic/text/1",
    );
    expect(await says(extension, "get-structured-content", { location: "New York" })).toContain(
      "temperature",
    );
  });

  it("has resources, templates and prompts, which are read, filled in and completed", async () => {
    await using extension = using(everything());
    const { resources, prompts } = extension;
    const uris = (await resources?.list())?.map(({ uri }) => uri) ?? [];
    expect(uris).toContain("demo://resource/static/document/features.md");
    const [features] = (await resources?.read("demo://resource/static/document/features.md")) ?? [];
    expect(features).toMatchObject({
      mediaType: "text/markdown",
      text: expect.stringContaining("#") as string,
    });
    const templates = (await resources?.templates?.())?.map(({ uriTemplate }) => uriTemplate) ?? [];
    expect(templates).toContain("demo://resource/dynamic/text/{resourceId}");
    const [dynamic] = (await resources?.read("demo://resource/dynamic/blob/1")) ?? [];
    expect(dynamic).toHaveProperty("data");
    await expect(resources?.read("demo://nothing")).rejects.toThrow(/not found/);

    expect((await prompts?.list())?.map(({ name }) => name)).toContain("args-prompt");
    const filled = await prompts?.get("args-prompt", { city: "Oslo", state: "Norway" });
    expect(extractText(filled?.messages[0]?.content ?? [])).toContain("Oslo, Norway");
    const embedded = await prompts?.get("resource-prompt", { resourceType: "Text", resourceId: "1" });
    expect(JSON.stringify(embedded)).toContain("demo://resource/dynamic/text/1");
    const departments = await prompts?.complete?.("completable-prompt", { name: "department", value: "S" });
    expect(departments).toEqual(["Sales", "Support"]);
    const given = { department: "Sales" };
    const names = await prompts?.complete?.("completable-prompt", { name: "name", value: "", given });
    expect(names).toEqual(["David", "Eve", "Frank"]);
  });

  it("tells of changed resources that were subscribed to, and writes a log", async () => {
    const lines: string[] = [];
    await using extension = using(everything({ log: ({ level }) => void lines.push(level) }));
    await extension.tools();
    const uri = "demo://resource/dynamic/text/1";
    const updated = new Promise<void>((resolve) => void extension.resources?.subscribe?.(uri, resolve));
    await says(extension, "toggle-subscriber-updates");
    await says(extension, "toggle-simulated-logging");
    await updated;
    await expect.poll(() => lines.length).toBeGreaterThan(0);
  });

  it("asks the user and the model through the call, and is told its folders", async () => {
    await using folder = await temporaryFolder();
    await using extension = using(everything({ cwd: folder.path }));
    await extension.tools();
    const asked: (ElicitationRequest | SamplingRequest)[] = [];
    const requests: ExtensionRequests = {
      elicit: async (request) => (asked.push(request), { name: "Ada" }),
      sample: async (request) => (asked.push(request), { text: "a sampled answer", model: "m" }),
    };
    const given = await says(extension, "trigger-elicitation-request", {}, { requests });
    expect(given).toContain("Ada");
    expect(asked[0]).toMatchObject({ message: expect.any(String) as string, schema: { type: "object" } });
    const input = { prompt: "hello", maxTokens: 20 };
    expect(await says(extension, "trigger-sampling-request", input, { requests })).toContain(
      "a sampled answer",
    );
    expect(asked[1]).toMatchObject({ maxOutputTokens: 20, messages: [{ role: "user" }] });
    expect(await says(extension, "get-roots-list")).toContain(folder.path);
  });

  it.each([
    ["declines", null, "decline"],
    ["is not there", "cancelled", "cancel"],
  ] as const)("is told when the user %s", async (_, reply, word) => {
    await using extension = using(everything());
    await extension.tools();
    const requests: ExtensionRequests = {
      elicit: () => Promise.resolve(reply),
      sample: () => Promise.reject(new Error("The user did not permit sampling.")),
    };
    expect(await says(extension, "trigger-elicitation-request", {}, { requests })).toContain(word);
    const input = { prompt: "hello", maxTokens: 20 };
    expect(await says(extension, "trigger-sampling-request", input, { requests })).toContain(
      "did not permit",
    );
    expect(await says(extension, "trigger-elicitation-request")).toContain("cancel");
  });

  it("knows of the environment only what is harmless and what was declared", async () => {
    const canaries = ["ANTHROPIC_API_KEY", "GITHUB_TOKEN", "MY_SETTING", "NODE_OPTIONS_CANARY", "LC_CANARY"];
    for (const name of canaries) process.env[name] = `canary-${name}`;
    try {
      await using extension = using(everything({ env: { DECLARED: "yes" } }));
      const environment = JSON.parse(await says(extension, "get-env")) as Record<string, string>;
      expect(JSON.stringify(environment).match(/canary-\w+/g)).toEqual(["canary-LC_CANARY"]);
      expect(environment).toMatchObject({ DECLARED: "yes", PATH: process.env["PATH"] });
      expect(environment["SKEIN_EXTENSION"]).toMatch(/^everything\./);
      const allowed =
        /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TERM|COLORTERM|NO_COLOR|TZ|TMPDIR|DECLARED|SKEIN_EXTENSION)$/;
      expect(Object.keys(environment).filter((name) => !allowed.test(name))).toEqual([]);
    } finally {
      for (const name of canaries) delete process.env[name];
    }
  });

  it("reports progress", async () => {
    await using extension = using(everything());
    const shown: string[] = [];
    const progress = (text: string) => shown.push(text);
    const input = { duration: 0.4, steps: 2 };
    expect(await says(extension, "trigger-long-running-operation", input, { progress })).toContain(
      "completed",
    );
    expect(shown[0]).toBe("1 of 2\n");
  });
});

describe("server-filesystem over stdio", () => {
  it("reads and writes in its folder, and its refusals are failures", async () => {
    await using folder = await temporaryFolder();
    await writeFile(`${folder.path}/a.txt`, "from outside");
    await using extension = using(
      mcp({
        command: process.execPath,
        args: [programOf("@modelcontextprotocol/server-filesystem", "dist/index.js"), folder.path],
        cwd: folder.path,
      }),
    );
    expect(await says(extension, "read_text_file", { path: `${folder.path}/a.txt` })).toBe("from outside");
    const input = { path: `${folder.path}/b.txt`, content: "from the model" };
    expect(await says(extension, "write_file", input)).toContain("Successfully");
    expect(await readFile(`${folder.path}/b.txt`, "utf8")).toBe("from the model");
    expect(await call(extension, "read_text_file", { path: "/etc/hostname" })).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("outside allowed directories") as string,
    });
    expect(await call(extension, "write_file", { path: 7 })).toMatchObject({ kind: "invalid-input" });
  });
});
