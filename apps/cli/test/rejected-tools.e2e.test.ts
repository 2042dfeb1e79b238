import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isJsonObject, type JsonObject } from "@skein/protocol";
import type { ReceivedRequest } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { say } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";
import { wires, type Wire } from "./wires.ts";

/** An MCP server with a tool that the vendor rejects, one whose schema Skein leaves out, and a good one. */
const source = `
const property = (name, schema) => ({ type: "object", properties: { [name]: schema } });
const tools = [
  { name: "good", inputSchema: property("city", { type: "string", required: true }) },
  { name: "odd", inputSchema: property("a name", { type: "string" }) },
  { name: "dangling", inputSchema: property("city", { $ref: "#/definitions/City" }) },
];
const send = (id, more) => console.log(JSON.stringify({ jsonrpc: "2.0", id, ...more }));
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const serverInfo = { name: "shop", version: "1" };
  if (method === "initialize")
    send(id, { result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } });
  else if (method === "tools/list") send(id, { result: { tools } });
  else if (id !== undefined) send(id, { error: { code: -32601, message: "Method not found" } });
});`;

/** What the vendor says of the tool at this index. */
const rejections: Readonly<Record<string, (index: number, name: string) => JsonObject>> = {
  "Anthropic Messages": (index) => ({
    type: "error",
    error: {
      type: "invalid_request_error",
      message: `tools.${index}.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`,
    },
  }),
  "OpenAI Responses": (index, name) => ({
    error: {
      type: "invalid_request_error",
      code: "invalid_function_parameters",
      param: `tools[${index}].parameters`,
      message: `Invalid schema for function '${name}': 'a name' is not allowed.`,
    },
  }),
  "OpenAI Chat Completions": (index, name) => ({
    error: {
      type: "invalid_request_error",
      code: "invalid_function_parameters",
      param: `tools[${index}].function.parameters`,
      message: `Invalid schema for function '${name}': 'a name' is not allowed.`,
    },
  }),
  Google: (index) => ({
    error: {
      code: 400,
      status: "INVALID_ARGUMENT",
      message: `* GenerateContentRequest.tools[0].function_declarations[${index}].parameters.properties[a name]: invalid name`,
    },
  }),
};

function toolsIn({ bytes }: ReceivedRequest): readonly string[] {
  const { tools } = JSON.parse(bytes.toString()) as { readonly tools?: readonly JsonObject[] };
  const listed = (tools ?? []).flatMap((tool) => {
    const { functionDeclarations } = tool;
    return Array.isArray(functionDeclarations) ? (functionDeclarations as readonly JsonObject[]) : [tool];
  });
  return listed.flatMap((tool) => {
    const { name } = isJsonObject(tool["function"]) ? tool["function"] : tool;
    return typeof name === "string" ? [name] : [];
  });
}

/** A vendor that rejects each request with the odd tool. */
function pickyServer(wire: Wire) {
  return wire.serve((request) => {
    const names = toolsIn(request);
    const index = names.findIndex((name) => name.endsWith("odd"));
    return index === -1
      ? say("All is well.")
      : { status: 400, body: rejections[wire.name]!(index, names[index]!) };
  });
}

async function withShop(skein: SkeinHome): Promise<string> {
  const file = join(skein.home, "shop.cjs");
  await writeFile(file, source);
  return file;
}

/** Writes a config file with the server as an extension. */
async function useShop(skein: SkeinHome): Promise<void> {
  const file = await withShop(skein);
  const config = join(skein.home, ".config/skein/config.yaml");
  await mkdir(dirname(config), { recursive: true });
  await writeFile(
    config,
    JSON.stringify({ extensions: { shop: { command: process.execPath, args: [file] } } }),
  );
}

describe.concurrent.each(wires)("on the wire of $name", (wire) => {
  it("one bad tool of a server is left out, and the run ends as done", async () => {
    await using server = await pickyServer(wire);
    await using skein = await skeinHome();
    await useShop(skein);
    const args = ["run", "-t", "go", "--mode", "auto", "--no-session", "--output-format", "stream-json"];
    const ended = await skein.run(args, wire.env(server.url));
    const lines = ended.lines();
    expect(lines.at(-1)).toMatchObject({ type: "result", outcome: "done", text: "All is well." });
    const breaks = lines.filter(({ type }) => type === "cache-break");
    expect(breaks).toMatchObject([
      { reason: `Tools removed because ${wire.provider} rejected them: shop__odd.` },
    ]);
    const notices = lines.filter(({ type }) => type === "notice").map(({ text }) => String(text));
    expect(notices.join("\n")).toMatch(new RegExp(`${wire.provider} rejected the tool shop__odd`));
    expect(ended.stderr + notices.join("\n")).toContain("#/properties/city/$ref leads to nothing");
    const [last = []] = server.requests.slice(-1).map(toolsIn);
    expect(last).toContain("shop__good");
    expect(last).toContain("shell");
    expect(last.filter((name) => /odd|dangling/.test(name))).toEqual([]);
  });

  it("a resumed session does not send the bad tool again", async () => {
    await using server = await pickyServer(wire);
    await using skein = await skeinHome();
    await useShop(skein);
    const runOnce = async (...more: readonly string[]) => {
      const from = server.requests.length;
      const ended = await skein.run(["run", "-t", "go", "--mode", "auto", ...more], wire.env(server.url));
      expect(ended).toMatchObject({ exitCode: 0 });
      const sent = server.requests.slice(from).map(toolsIn);
      return {
        stderr: ended.stderr,
        good: sent.filter((names) => names.includes("shop__good")).length,
        odd: sent.filter((names) => names.includes("shop__odd")).length,
      };
    };
    const first = await runOnce();
    expect(first.stderr).toContain("rejected the tool shop__odd");
    expect(first.odd).toBeGreaterThan(0);
    const resumed = await runOnce("--resume");
    expect(resumed.stderr).not.toContain("rejected the tool");
    expect(resumed).toMatchObject({ good: 1, odd: 0 });
  });

  it("one bad tool of a required extension ends the run with the vendor's error", async () => {
    await using server = await pickyServer(wire);
    await using skein = await skeinHome();
    const file = await withShop(skein);
    const line = ["run", "-t", "go", "--mode", "auto", "--with-extension", `${process.execPath} ${file}`];
    const { exitCode, stdout, stderr } = await skein.run(line, wire.env(server.url));
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: "" });
    expect(stderr).toMatch(/refused the request \(400\)/);
  });
});
