import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isJsonObject, mapStrings, type JsonObject, type JsonValue } from "@skein/protocol";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonText } from "@skein/terminal";
import { say } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

/** What must be nowhere as it is. */
const kinds: Readonly<Record<string, string>> = {
  "escape sequence": "\u001b[8m",
  "sequence of C1": "\u009b8m",
  bell: "\u0007",
  "override of the direction": "\u202e",
  isolate: "\u2066",
  "mark of the direction": "\u200f",
  "zero width space": "\u200b",
  "word joiner": "\u2060",
  "joiner beside no letter": " \u200d ",
  "byte order mark": "\ufeff",
  "line separator": "\u2028",
  tag: "\u{e0041}",
  "variation selector of the supplement": "\u{e0101}",
  filler: "\u3164",
};
const characters = Object.entries(kinds).map(([kind, text]) => [kind, text.trim() || text] as const);

/** Where a server can say something that a model is told. */
const placesForModel =
  "instructions|title alone|description|property|inner property|title of a property|description of a property|choice|default|definition|result|name of a resource|description of a resource|address of a resource|text of a resource|kind of a part|failure|error".split(
    "|",
  );

const outputs = new Map<string, string>();
let requests: JsonValue[] = [];
let skein: SkeinHome;

/** The names and choices of the tool as the model was told them. */
function callOf(body: JsonObject): JsonObject {
  const tools = (body["tools"] ?? []) as readonly {
    name: string;
    input_schema: { properties: Record<string, JsonObject> };
  }[];
  const { properties } = tools.find(({ name }) => name === "sly__act")!.input_schema;
  const name = Object.keys(properties).find((one) => one.startsWith("property"))!;
  const choice = (properties[name]!["enum"] as readonly string[])[0]!;
  const inner = Object.keys(properties["nested"]!["properties"] as object)[0]!;
  return { [name]: choice, nested: { [inner]: "x" } };
}

beforeAll(async () => {
  await using server = await anthropicServer(({ bytes }) => {
    const body = JSON.parse(bytes.toString()) as JsonObject;
    if ((body["messages"] as readonly JsonValue[]).length > 1) return say("Done.");
    const call = (id: string, name: string, input: JsonObject = {}) =>
      ({ type: "tool-call", id, name, input }) as const;
    return { parts: [call("a", "sly__act", callOf(body)), call("f", "sly__fail"), call("b", "sly__break")] };
  });
  skein = await skeinHome(server.url);
  const config = join(skein.home, ".config/skein");
  await mkdir(config, { recursive: true });
  const file = fileURLToPath(new URL("servers/hidden-text.ts", import.meta.url));
  const args = [file, jsonText(Object.values(kinds))];
  await writeFile(
    join(config, "config.yaml"),
    JSON.stringify({ extensions: { sly: { command: process.execPath, args } } }),
  );
  await Promise.all(
    ["text", "json", "stream-json"].map(async (format) => {
      const { stdout, stderr } = await skein.here([
        "run",
        "-t",
        "go",
        "--mode",
        "auto",
        "--output-format",
        format,
      ]);
      outputs.set(`${format} on standard output`, stdout);
      outputs.set(`standard error beside ${format}`, stderr);
    }),
  );
  requests = server.requests.map(({ bytes }) => JSON.parse(bytes.toString()) as JsonValue);
});
afterAll(() => skein[Symbol.asyncDispose]());

function stringsOf(value: JsonValue): readonly string[] {
  const found: string[] = [];
  mapStrings(value, (text) => (found.push(text), text));
  return found;
}

describe("hidden characters in what a server says", () => {
  it.each(characters)("%s: in no request, wherever the server put it", (_, character) => {
    expect(requests).toHaveLength(6);
    expect(requests.flatMap(stringsOf).filter((text) => text.includes(character))).toEqual([]);
  });

  it.each(characters)("%s: in no output", (_, character) => {
    expect([...outputs].filter(([, text]) => text.includes(character)).map(([name]) => name)).toEqual([]);
  });

  it("are shown: nothing that the server said is left out", () => {
    const told = requests.flatMap(stringsOf);
    const missing = placesForModel.filter((place) => !told.some((text) => text.includes(`${place} 0`)));
    expect(missing).toEqual([]);
    expect(told.some((text) => text.includes("\\u{202e}"))).toBe(true);
  });

  it("come back in a call as the server wrote them", () => {
    const told = requests.flatMap(stringsOf);
    expect(told.filter((text) => text.startsWith("The input came"))).toEqual([
      "The input came as it was meant: true.",
      "The input came as it was meant: true.",
      "The input came as it was meant: true.",
    ]);
  });

  it("are told to the user with the server and its tools, and names that would be one are left out", () => {
    const said = outputs.get("standard error beside text") ?? "";
    expect(said).toMatch(
      /The extension "sly" hides characters in its instructions and the tool "act" \(its description, its inputs\) and the tool "fail" \(its description\) and the tool "odd\w+" \(its name\); they are shown escaped\./,
    );
    const names = requests.flatMap((request) =>
      isJsonObject(request) ? stringsOf(request["tools"] ?? []) : [],
    );
    expect(names).toContain("sly__act");
    expect(names).not.toContain("sly__twins");
  });

  it("leave JSON that says the same", () => {
    const value = { [`a${Object.values(kinds).join("")}`]: Object.values(kinds), plain: "ä 🪿 👩‍🚀" };
    expect(JSON.parse(jsonText(value))).toEqual(value);
    expect(jsonText(value)).toContain("ä 🪿 👩‍🚀");
    expect(jsonText("\u{e0041}\u009b\u202e")).toBe('"\\udb40\\udc41\\u009b\\u202e"');
    const lines = (outputs.get("stream-json on standard output") ?? "").trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as JsonObject)["type"])).toContain("tool-end");
  });
});
