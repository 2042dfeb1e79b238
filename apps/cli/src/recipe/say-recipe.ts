import { ConfigError, type JsonObject } from "@skein/protocol";
import {
  isRecipeLink,
  isUsable,
  listRecipes,
  parameterValues,
  type Parameter,
  type Recipe,
} from "@skein/runtime/recipes";
import { findOptions, givenValues, renderNamed, usableRecipe, type GivenValues } from "@skein/host/recipes";
import { commandWords } from "../arguments/command-words.ts";
import type { CommandScope } from "../chat/slash-command.ts";
import { thisMachine } from "../machine.ts";

type Scope = Pick<CommandScope, "chat" | "view">;

export async function listNames({ chat, view }: Scope): Promise<void> {
  const { recipes, notices } = await listRecipes(findOptions(thisMachine(), chat.state().settings.cwd));
  const named = recipes.filter(({ shadowedBy, problems }) => shadowedBy === undefined && isUsable(problems));
  const rows = named.map(({ name, title = "" }) => `  ${name.padEnd(20)} ${title}`);
  if (rows.length === 0) view.say("There is no recipe here. `skein recipe new NAME` begins one.");
  else view.say([...rows, "/recipe NAME KEY=VALUE… says what it says."].join("\n"));
  for (const notice of notices) view.say(notice, "yellow");
}

/**
 * Sends a recipe's instructions and prompt as a message of this conversation. Its tools, model and checks are those of a
 * run of its own: here nothing of it is started, so nothing has to be agreed to.
 *
 * @param argument - `KEY=VALUE` words; other words are the value of the one parameter that needs one. What is missing is
 *   asked for.
 */
export async function sayRecipe(word: string, argument: string, scope: Scope): Promise<void> {
  const { chat, view } = scope;
  const { cwd } = chat.state().settings;
  if (isRecipeLink(word)) {
    throw new ConfigError("usage", "A link is not said in a chat: nobody has seen what is in it.", {
      hint: "skein run --recipe LINK -s shows it, asks, and begins a chat with it.",
    });
  }
  const named = await usableRecipe(thisMachine(), word, cwd);
  const params = paramsOf(argument, named.read.parameters);
  const given = await givenValues(named, params, {
    cwd,
    canAsk: true,
    warn: (text) => view.say(text, "yellow"),
  });
  const values = await ask(given, named.recipe.title, scope);
  if (!values) return view.say("Nothing was sent.");
  const { recipe } = await renderNamed(named, values, cwd);
  const unused = leftOut(recipe);
  if (unused.length > 0) {
    view.say(`Without its ${unused.join(", ")}. To have them: skein run --recipe ${word} -s`, "dim");
  }
  const texts = [recipe.instructions, recipe.prompt].filter(
    (text) => text !== undefined && text.trim() !== "",
  );
  chat.send(texts.join("\n\n"), "now");
}

function paramsOf(argument: string, parameters: readonly Parameter[]): Readonly<Record<string, string>> {
  const words = commandWords(argument);
  if (!words) {
    throw new ConfigError("usage", "A quote is not closed.", {
      hint: 'For example: /recipe tidy folder="my code"',
    });
  }
  const isPair = (word: string) => /^[A-Za-z_]\w*=/.test(word);
  const pairs = words.filter(isPair).map((word) => {
    const end = word.indexOf("=");
    return [word.slice(0, end), word.slice(end + 1)] as const;
  });
  const others = words.filter((word) => !isPair(word));
  if (others.length === 0) return Object.fromEntries(pairs);
  const open = parameters.filter(
    ({ key, default: fallback }) => fallback === undefined && !pairs.some(([given]) => given === key),
  );
  const [only] = open;
  if (only !== undefined && open.length === 1) {
    return {
      ...Object.fromEntries(pairs),
      [only.key]: pairs.length === 0 ? argument.trim() : others.join(" "),
    };
  }
  const keys = parameters.map(({ key }) => `${key}=…`).join(" ");
  throw new ConfigError("usage", `It is not clear what "${others[0]}" is for.`, {
    hint: keys === "" ? "The recipe has no parameters." : `Write it as KEY=VALUE: ${keys}`,
  });
}

/** As an extension asks: with a form. @returns `undefined` when it is declined. */
async function ask(
  { values, toAsk }: GivenValues,
  title: string,
  { chat, view }: Scope,
): Promise<Readonly<Record<string, string>> | undefined> {
  if (toAsk.length === 0) return values;
  const { cwd } = chat.state().settings;
  let answers: Readonly<Record<string, string>> = {};
  for (let wrong: readonly string[] = []; ;) {
    const message = [...wrong, `${title} needs:`, ...toAsk.map(describe)].join("\n");
    const schema = formOf(toAsk, answers);
    const question = {
      id: crypto.randomUUID(),
      kind: "elicitation",
      extension: "recipe",
      message,
      schema,
    } as const;
    const answer = await view.askAside(question, new AbortController().signal);
    if (!("reply" in answer) || answer.reply === null) return undefined;
    answers = textsIn(answer.reply, toAsk);
    const { problems, missing } = await parameterValues(toAsk, answers, { cwd });
    wrong = [
      ...problems.map((problem) => `${problem.message} ${problem.fix}`),
      ...missing.map(({ key }) => `There is no value for ${key}.`),
    ];
    if (wrong.length === 0) return { ...values, ...answers };
  }
}

function describe({ key, type, description, options }: Parameter): string {
  const choice = options === undefined ? "" : `: ${options.join(", ")}`;
  return `  ${key} (${type}${choice}): ${description}`;
}

function formOf(parameters: readonly Parameter[], before: Readonly<Record<string, string>>): JsonObject {
  const fields = parameters.map(({ key, description, default: fallback = "" }) => [
    key,
    { type: "string", description, default: before[key] ?? fallback },
  ]);
  return { type: "object", properties: Object.fromEntries(fields) as JsonObject };
}

/** What was left empty was not answered. */
function textsIn(reply: JsonObject, parameters: readonly Parameter[]): Readonly<Record<string, string>> {
  const given = parameters.flatMap(({ key }) => {
    const value = reply[key];
    const isText = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    return isText && value !== "" ? [[key, String(value)] as const] : [];
  });
  return Object.fromEntries(given);
}

function leftOut(recipe: Recipe): readonly string[] {
  return [
    ...((recipe.extensions ?? []).length === 0 ? [] : ["extensions"]),
    ...(recipe.models.length === 0 && recipe.settings.model === undefined ? [] : ["model"]),
    ...(recipe.subRecipes.length === 0 ? [] : ["sub-recipes"]),
    ...(recipe.retry === undefined ? [] : ["checks"]),
    ...(recipe.responseSchema === undefined ? [] : ["result schema"]),
  ];
}
