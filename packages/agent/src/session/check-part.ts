import { isJsonObject, type JsonObject, type Message, type ToolFailure } from "@skein/protocol";

type Refuse = (path: string, problem: string) => Error;
type Check = (part: JsonObject, path: string, refuse: Refuse) => void;

/** The allowed parts of each role, by type. */
const parts: Readonly<Record<Message["role"], Readonly<Record<string, Check>>>> = {
  user: { text: fields("text"), image: fields("mediaType", "data"), file: fields("mediaType", "data") },
  assistant: {
    text: signed(fields("text")),
    thinking: signed(fields("text")),
    opaque: signed(requireSidecar),
    "tool-call": signed(checkCall),
  },
  tool: { "tool-result": checkResult },
};

export function checkPart(role: Message["role"], part: unknown, path: string, refuse: Refuse): void {
  if (!isJsonObject(part)) throw refuse(path, "must be an object.");
  const { type } = part;
  const known = parts[role];
  if (typeof type !== "string" || !Object.hasOwn(known, type))
    throw refuse(
      `${path}.type`,
      `must be ${Object.keys(known).join(", ")} in a message of the role "${role}".`,
    );
  known[type]?.(part, path, refuse);
}

function fields(...names: readonly string[]): Check {
  return (part, path, refuse) => {
    for (const name of names)
      if (typeof part[name] !== "string") throw refuse(`${path}.${name}`, "must be a string.");
  };
}

function signed(check: Check): Check {
  return (part, path, refuse) => {
    check(part, path, refuse);
    const { sidecar } = part;
    if (sidecar === undefined) return;
    if (!isJsonObject(sidecar)) throw refuse(`${path}.sidecar`, "must be an object.");
    fields("provider", "model")(sidecar, `${path}.sidecar`, refuse);
    if (sidecar["data"] === undefined) throw refuse(`${path}.sidecar.data`, "is missing.");
  };
}

function requireSidecar({ sidecar }: JsonObject, path: string, refuse: Refuse): void {
  if (sidecar === undefined) throw refuse(`${path}.sidecar`, "is missing.");
}

function checkCall(part: JsonObject, path: string, refuse: Refuse): void {
  fields("id", "name")(part, path, refuse);
  if (part["id"] === "") throw refuse(`${path}.id`, "must not be empty.");
  if (part["problem"] === undefined) {
    if (part["input"] === undefined) throw refuse(`${path}.input`, "is missing.");
    return;
  }
  if (part["problem"] !== "cut-off" && part["problem"] !== "not-json")
    throw refuse(`${path}.problem`, 'must be "cut-off" or "not-json".');
  fields("raw")(part, path, refuse);
}

function checkResult(part: JsonObject, path: string, refuse: Refuse): void {
  fields("callId", "name")(part, path, refuse);
  const { content, failure } = part;
  if (!Array.isArray(content)) throw refuse(`${path}.content`, "must be a list of parts.");
  for (const [index, inner] of content.entries())
    checkPart("user", inner, `${path}.content[${index}]`, refuse);
  if (failure !== undefined && (typeof failure !== "string" || !Object.hasOwn(failures, failure)))
    throw refuse(`${path}.failure`, `must be one of ${Object.keys(failures).join(", ")}.`);
}

/** Rebuilds a failure from its kind and the text that the model read. */
export function failureOf(kind: ToolFailure["kind"], text: string): ToolFailure {
  return failures[kind](text);
}

const failures: { readonly [Kind in ToolFailure["kind"]]: (text: string) => ToolFailure } = {
  "unknown-tool": () => ({ kind: "unknown-tool", available: [] }),
  "malformed-input": () => ({ kind: "malformed-input", problem: "not-json", raw: "" }),
  "invalid-input": () => ({ kind: "invalid-input", issues: [] }),
  "incomplete-reply": () => ({ kind: "incomplete-reply", stop: "other" }),
  denied: (reason) => ({ kind: "denied", by: "policy", reason }),
  "timed-out": (partial) => ({ kind: "timed-out", afterMs: 0, partial }),
  interrupted: (partial) => ({ kind: "interrupted", started: true, partial }),
  "unknown-outcome": (partial) => ({ kind: "unknown-outcome", partial }),
  failed: (message) => ({ kind: "failed", message }),
};
