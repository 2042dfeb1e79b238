import { defineTool } from "../../../packages/extension-kit/src/index.ts";
import type {
  ElicitationReply,
  ExtensionRequests,
  JsonObject,
  JsonSchema,
  JsonValue,
  Tool,
} from "../../../packages/protocol/src/index.ts";

const nothing: JsonSchema = { type: "object", properties: {} };
const nameSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const colorSchema = { type: "object", properties: { color: { type: "string" } }, required: ["color"] };
const okSchema = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] };

/** Tools of the suite that ask the user, the model or for folders. */
export function inputTools(): readonly Tool[] {
  const confirm = { id: "confirm", message: "Please confirm", schema: okSchema };
  return [
    defineTool({
      name: "test_sampling",
      description: "Asks the model.",
      effect: "reads",
      input: { type: "object", properties: { prompt: { type: "string" } }, required: ["prompt"] },
      run: async ({ prompt }, { requests }) =>
        `LLM response: ${await sampled(requests, "sampling", textOrEmpty(prompt), 100)}`,
    }),
    defineTool({
      name: "test_elicitation",
      description: "Asks the user.",
      effect: "reads",
      input: { type: "object", properties: { message: { type: "string" } }, required: ["message"] },
      run: async ({ message }, { requests }) => {
        const properties = { username: { type: "string" }, email: { type: "string" } };
        const schema = { type: "object", properties, required: ["username", "email"] };
        return `User response: ${told(await requests?.elicit({ message: textOrEmpty(message), schema }))}`;
      },
    }),
    asking("test_elicitation_sep1034_defaults", async ({ elicit }) => {
      const properties = {
        name: { type: "string", default: "John Doe" },
        age: { type: "integer", default: 30 },
        score: { type: "number", default: 95.5 },
        status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
        verified: { type: "boolean", default: true },
      };
      return told(await elicit({ message: "Please review", schema: { type: "object", properties } }));
    }),
    asking("test_elicitation_sep1330_enums", async ({ elicit }) =>
      told(
        await elicit({
          message: "Please choose",
          schema: { type: "object", properties: choices },
        }),
      ),
    ),
    asking("test_missing_capability", (requests) => sampled(requests, "sampling", "Anyone?", 10)),
    asking("test_streaming_elicitation", async ({ elicit }) =>
      told(await elicit({ id: "user_name", message: "What is your name?", schema: nameSchema })),
    ),
    asking("test_input_required_result_elicitation", async ({ elicit }) =>
      told(await elicit({ id: "user_name", message: "What is your name?", schema: nameSchema })),
    ),
    asking("test_input_required_result_sampling", (requests) =>
      sampled(requests, "capital_question", "What is the capital of France?", 100),
    ),
    asking("test_input_required_result_list_roots", async ({ roots }) => (await roots?.())?.join(", ") ?? ""),
    asking(
      "test_input_required_result_request_state",
      async ({ elicit }) => `state-ok ${told(await elicit(confirm))}`,
    ),
    asking("test_input_required_result_tampered_state", async ({ elicit }) => told(await elicit(confirm))),
    asking("test_input_required_result_multiple_inputs", async ({ elicit, sample, roots }) => {
      const all = await Promise.all([
        elicit({ id: "user_name", message: "What is your name?", schema: nameSchema }),
        sample(question("greeting", "Generate a greeting", 50)),
        roots?.() ?? [],
      ]);
      return JSON.stringify(all);
    }),
    asking("test_input_required_result_multi_round", async ({ elicit }) => {
      const first = await elicit({ id: "step1", message: "Step 1: What is your name?", schema: nameSchema });
      const message = "Step 2: What is your favorite color?";
      return `${told(first)} ${told(await elicit({ id: "step2", message, schema: colorSchema }))}`;
    }),
    asking("test_input_required_result_capabilities", async ({ elicit, sample }) => {
      const all = await Promise.allSettled([elicit(confirm), sample(question("greeting", "Hello?", 50))]);
      return JSON.stringify(all.map(({ status }) => status));
    }),
  ];
}

function asking(name: string, run: (requests: ExtensionRequests) => Promise<string | JsonObject>): Tool {
  return defineTool({
    name,
    description: "For the suite.",
    effect: "reads",
    input: nothing,
    run: (_, { requests }) => (requests ? run(requests) : "No one can be asked."),
  });
}

function question(id: string, text: string, maxOutputTokens: number) {
  const content = [{ type: "text", text }] as const;
  return { id, system: "", messages: [{ role: "user", from: "agent", content }], maxOutputTokens } as const;
}

async function sampled(requests: ExtensionRequests | undefined, id: string, text: string, most: number) {
  return (await requests?.sample(question(id, text, most)))?.text ?? "";
}

function told(reply: ElicitationReply | undefined): string {
  return reply === null || reply === "cancelled" ? "No answer." : JSON.stringify(reply);
}

const three = ["option1", "option2", "option3"];
const titled = ["First", "Second", "Third"].map((title, index) => ({ const: `value${index + 1}`, title }));

/** Each way to name choices. */
const choices: JsonObject = {
  untitledSingle: { type: "string", enum: three },
  titledSingle: { type: "string", oneOf: titled },
  legacyEnum: {
    type: "string",
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: { type: "array", items: { type: "string", enum: three } },
  titledMulti: { type: "array", items: { anyOf: titled } },
};

function textOrEmpty(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
