import type { JsonObject } from "@skein/protocol";
import type { RecipeExtension } from "../recipe.ts";
import { optional } from "../optional.ts";
import type { DocumentNode } from "./document-node.ts";
import { fieldsOf, wrongType, type Fields } from "./fields.ts";
import { plainValue } from "./plain-value.ts";
import { report, type Findings } from "./findings.ts";

const types = ["stdio", "builtin", "platform", "streamable_http", "frontend", "inline_python"] as const;

export function extensionOf(
  findings: Findings,
  node: DocumentNode,
  path: string,
): RecipeExtension | undefined {
  if (node.kind === "scalar") {
    report(
      findings,
      path,
      {
        ...wrongType(path, "a mapping", node),
        fix: `Write "- type: builtin" and, below it, "name: ${node.text}".`,
      },
      node.at,
    );
    return undefined;
  }
  const fields = fieldsOf(findings, node, path);
  if (!fields) return undefined;
  const type = fields.word("type", types, { required: true });
  const name = fields.text("name", { required: true });
  if (type === undefined) return undefined;
  const base = {
    name: name ?? "",
    ...optional("description", fields.text("description")),
    ...optional("bundled", fields.flag("bundled")),
    availableTools: fields.texts("available_tools") ?? [],
  };
  const extension = ofType(type, base, fields, findings);
  fields.end();
  return name === undefined ? undefined : extension;
}

type Base = Pick<RecipeExtension, "name" | "description" | "bundled" | "availableTools">;

function ofType(
  type: (typeof types)[number],
  base: Base,
  fields: Fields,
  findings: Findings,
): RecipeExtension | undefined {
  switch (type) {
    case "builtin":
      return { type, ...base, ...optional("displayName", fields.text("display_name")), ...timeout(fields) };
    case "platform": {
      const extension = { type, ...base, ...optional("displayName", fields.text("display_name")) };
      fields.number("version", { whole: true, min: 0 });
      return extension;
    }
    case "stdio": {
      const command = fields.text("cmd", { required: true });
      const args = fields.texts("args", { required: true });
      const rest = { ...environment(fields), ...optional("cwd", fields.text("cwd")), ...timeout(fields) };
      return command === undefined || args === undefined
        ? undefined
        : { type, ...base, command, args, ...rest };
    }
    case "streamable_http": {
      const uri = fields.text("uri", { required: true });
      const rest = {
        headers: fields.textMap("headers") ?? {},
        ...environment(fields),
        ...optional("socket", fields.text("socket")),
        ...timeout(fields),
      };
      return uri === undefined ? undefined : { type, ...base, uri, ...rest };
    }
    case "frontend": {
      const readTool = (node: DocumentNode, path: string) => {
        if (node.kind === "map") return plainValue(node) as JsonObject;
        report(findings, path, wrongType(path, "a mapping", node), node.at);
        return undefined;
      };
      const tools = fields.list("tools", readTool, { required: true });
      const instructions = optional("instructions", fields.text("instructions"));
      return tools === undefined ? undefined : { type, ...base, tools, ...instructions };
    }
    case "inline_python": {
      const code = fields.text("code", { required: true });
      const rest = { dependencies: fields.texts("dependencies") ?? [], ...timeout(fields) };
      return code === undefined ? undefined : { type, ...base, code, ...rest };
    }
  }
}

function environment(fields: Fields) {
  return { env: fields.textMap("envs") ?? {}, envKeys: fields.texts("env_keys") ?? [] };
}

function timeout(fields: Fields) {
  return optional("timeoutSeconds", fields.number("timeout", { whole: true, min: 0 }));
}
