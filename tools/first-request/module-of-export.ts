import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { modulesOf } from "./modules-of.ts";

/** The module of the chunk `later` that declares what it exports under this name. */
export function moduleOfExport(chunks: string, name: string): string | undefined {
  const file = readdirSync(chunks).find((one) => /^later-.*\.script$/.test(one));
  if (file === undefined) return undefined;
  const { text, at } = modulesOf(join(chunks, file));
  const local = new RegExp(
    `get ${JSON.stringify(name).replaceAll("$", String.raw`\$`)}\\(\\)\\{return ([\\w$]+)\\}`,
  ).exec(text)?.[1];
  for (const statement of parseAst(text, { sourceType: "script" }).body) {
    const declared =
      statement.type === "VariableDeclaration"
        ? statement.declarations.map(({ id }) => id)
        : statement.type === "FunctionDeclaration" || statement.type === "ClassDeclaration"
          ? [statement.id]
          : [];
    const found = declared.find((id) => id?.type === "Identifier" && id.name === local);
    if (found) return at(found.start);
  }
  return undefined;
}
