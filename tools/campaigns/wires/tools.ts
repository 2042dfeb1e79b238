import type { JsonSchema, Tool, ToolContentPart } from "../../../packages/protocol/src/index.ts";

function tool(name: string, inputSchema: JsonSchema, content: readonly ToolContentPart[] | "fails"): Tool {
  return {
    name,
    description: `Does ${name}.`,
    inputSchema,
    effect: "reads",
    repeat: "safe",
    check: (input) => ({ ok: true, value: input }),
    call: () =>
      content === "fails" ? Promise.reject(new Error("It is broken \ud83d.")) : Promise.resolve({ content }),
  };
}

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Tools whose names, schemas and results some wire cannot take as they are. */
export const tools: readonly Tool[] = [
  tool("look", { type: "object", properties: { at: { type: "string" } }, required: ["at"] }, [
    { type: "text", text: "There is a file. \ud83d" },
  ]),
  tool("silent", {}, []),
  tool("blank", { type: "object" }, [{ type: "text", text: " \n" }]),
  tool("fails", { type: "object", properties: { list: { type: "array" } } }, "fails"),
  tool(
    "picture",
    {
      anyOf: [
        { type: "object", properties: { a: { type: "string" } } },
        { type: "object", properties: {} },
      ],
    },
    [
      { type: "text", text: "Here it is." },
      { type: "image", mediaType: "image/png", data: pixel },
      { type: "image", mediaType: "image/tiff", data: pixel },
    ],
  ),
  tool(
    "files.of the server/with a name that no vendor takes as it is, since it is far too long for all",
    {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { "no.name": { $ref: "#/definitions/Name" } },
      required: ["no.name", "gone"],
      definitions: { Name: { type: "string" } },
    },
    [
      { type: "file", mediaType: "text/plain", data: "aGVsbG8=", name: "note.txt" },
      { type: "file", mediaType: "application/zip", data: "aGVsbG8=", name: "all.zip" },
      { type: "file", mediaType: "text/plain", data: "", name: "empty.txt" },
    ],
  ),
];
