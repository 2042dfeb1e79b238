import { optional } from "../optional.ts";
import { parameterTypes, type Parameter, type Requirement } from "../recipe.ts";
import type { DocumentNode } from "./document-node.ts";
import { fieldsOf } from "./fields.ts";
import type { Findings } from "./findings.ts";

const requirements = ["required", "optional", "user_prompt"] as const;

export function parameterOf(findings: Findings, node: DocumentNode, path: string): Parameter | undefined {
  const fields = fieldsOf(findings, node, path);
  if (!fields) return undefined;
  const key = fields.text("key", { required: true });
  const type = fields.word("input_type", parameterTypes, { required: true });
  const requirement = fields.word("requirement", requirements, { required: true });
  const description = fields.text("description", { required: true });
  const rest = {
    ...optional("default", fields.text("default")),
    ...optional("options", fields.texts("options")),
  };
  fields.end();
  if (key === undefined) return undefined;
  return {
    key,
    type: type ?? "string",
    requirement: requirement === undefined ? "required" : ourWord[requirement],
    description: description ?? "",
    ...rest,
  };
}

const ourWord: Readonly<Record<(typeof requirements)[number], Requirement>> = {
  required: "required",
  optional: "optional",
  user_prompt: "user-prompt",
};
