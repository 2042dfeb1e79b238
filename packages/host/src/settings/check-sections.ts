import { nearestWord } from "@skein/platform/words";
import { builtinNames, isJsonObject, isNamedBuiltin, type JsonValue } from "@skein/protocol";
import { configSections, isLoaderVariable, type SectionProblem, type SettingsSection } from "@skein/settings";
import { writtenRules } from "./permission-rules.ts";
import { loadHooks, loadPermissions, loadRuntime } from "../later.ts";

/** What is wrong with sections that are well-formed: names of extensions that are taken, rules that cover nothing, hooks that cannot be obeyed. */
export async function checkSections(found: readonly SettingsSection[]): Promise<readonly SectionProblem[]> {
  return [
    ...found.flatMap(extensionProblems),
    ...(await ruleProblems(found)),
    ...(await hookProblems(found)),
  ];
}

function extensionProblems(section: SettingsSection): readonly SectionProblem[] {
  if (section.key !== "extensions" || !isJsonObject(section.value)) return [];
  return Object.entries(section.value).flatMap(([name, entry]): SectionProblem[] => {
    const taken: SectionProblem[] = isNamedBuiltin(name)
      ? [
          {
            section,
            path: [name],
            message: `extensions.${name} is the name of a built-in extension.`,
            fix: "Give the server another name.",
          },
        ]
      : [];
    const env = isJsonObject(entry) && isJsonObject(entry["env"]) ? Object.keys(entry["env"]) : [];
    const refused = section.origin.layer === "project" ? env.filter(isLoaderVariable) : [];
    return [
      ...taken,
      ...refused.map((variable) => ({
        section,
        path: [name, "env", variable],
        message: `extensions.${name} sets ${variable}, which no project may.`,
        fix: "Put it into your own config.yaml if you want it: a project may not.",
      })),
    ];
  });
}

async function ruleProblems(found: readonly SettingsSection[]): Promise<readonly SectionProblem[]> {
  const rules = writtenRules(found);
  // The tools are loaded only where there are rules.
  if (rules.length === 0) return [];
  const { builtinTools } = await loadRuntime();
  const { ruleNameProblem } = await loadPermissions();
  const tools = await builtinTools(builtinNames);
  const servers = found.flatMap(({ key, value }) =>
    key === "extensions" && isJsonObject(value) ? Object.keys(value) : [],
  );
  const known = { tools, servers, nearest: nearestWord };
  return rules.flatMap(({ rule, section, path }): SectionProblem[] => {
    const problem = ruleNameProblem(rule.tool, known);
    return problem ? [{ section, path, message: `permissions: ${problem.message}`, fix: problem.fix }] : [];
  });
}

async function hookProblems(found: readonly SettingsSection[]): Promise<readonly SectionProblem[]> {
  const sections = found.filter(({ key, value }) => key === "hooks" && hasForm(value));
  if (sections.length === 0) return [];
  const { readHooks } = await loadHooks();
  return sections.flatMap((section) =>
    readHooks(section.value, section.origin.name).problems.map(({ path, field, message, fix }) => ({
      section,
      path,
      message: `${field}: ${message}`,
      fix,
    })),
  );
}

/** What has another form has been told already. */
function hasForm(value: JsonValue): boolean {
  return configSections.hooks.problems(value, ["hooks"]).length === 0;
}
