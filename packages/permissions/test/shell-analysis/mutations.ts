/** Not the one behind an assignment, which needs it: `A=1${IFS}evil` assigns, and runs nothing. */
const space = /(?<!(?:^|[\s;&|({`])\w+=\S*) /.source;

/** Ways to write a command differently. Some make another command of it; none may make a harmless one. */
export const mutations: Readonly<Record<string, (command: string, at: number) => string>> = {
  "more space": (command) => ` \t ${command.replaceAll(" ", "  ")} `,
  tabs: (command) => command.replaceAll(" ", "\t"),
  "a line break before": (command) => `\n${command}`,
  "a command before": (command) => `ls; ${command}`,
  "a command after": (command) => `${command}\nls`,
  "a pipe into it": (command) => `cat a | ${command}`,
  "a comment after": (command) => `${command}\n# nothing`,
  "in a subshell": (command) => `(${command}\n)`,
  "in a group": (command) => `{ ${command}\n}`,
  "in a substitution": (command) => `echo "$(${command}\n)"`,
  // Backquotes do not nest: what is inside a second pair would be outside of both.
  "in backquotes": (command) => (command.includes("`") ? `echo $(${command}\n)` : `echo \`${command}\n\``),
  "in a condition": (command) => `if ${command}\nthen ls; fi`,
  "in a loop": (command) => `for i in a; do ${command}\ndone`,
  negated: (command) => `! ${command}`,
  "with $IFS for a space": (command) => command.replaceAll(new RegExp(space, "g"), () => "$IFS"),
  "with ${IFS} for a space": (command, at) => replaceAt(command, space, at, "${IFS}"),
  "evil in quotes": (command) => command.replaceAll("evil", `e"v"il`),
  "evil with a backslash": (command) => command.replaceAll("evil", String.raw`ev\il`),
  "evil through a variable": (command) => `word=evil; ${command.replaceAll("evil", () => "$word")}`,
  "evil with braces": (command) => command.replaceAll("evil", "{evil,}"),
  "evil as a pattern": (command) => command.replaceAll("evil", "./ev?l"),
  "evil in ANSI-C quotes": (command) => command.replaceAll("evil", () => String.raw`$'\x65vil'`),
  "a text in another language before": (command) => `echo 'größe' && ${command}`,
  "a text in another language after": (command) => `${command}\ngrep "größe" a`,
  "a look-alike": (command) => command.replaceAll("e", "\u0435").concat("\u0435"),
  "a look-alike of the semicolon": (command) => `${command} \uff1b`.replaceAll(";", "\uff1b"),
  "a space that is none": (command, at) => replaceAt(command, " ", at, "\u00a0"),
  "a zero-width character": (command, at) => insert(command, at, "\u200b"),
  "a bidi control": (command, at) => insert(command, at, "\u202e"),
  "a carriage return": (command, at) => insert(command, at, "\r"),
  "a NUL": (command, at) => insert(command, at, "\0"),
  "an escape": (command, at) => insert(command, at, "\u001b[2K"),
  "very long": (command) => `${command} ${"a".repeat(2_000)}`,
};

/** What an evasive command is cut or stretched to may be harmless indeed, so only these are kept whole. */
const insert = (text: string, at: number, part: string): string => {
  const place = at % (text.length + 1);
  return text.slice(0, place) + part + text.slice(place);
};

function replaceAt(text: string, pattern: string, at: number, by: string): string {
  const places = [...text.matchAll(new RegExp(pattern, "g"))].map(({ index }) => index);
  const place = places.length === 0 ? undefined : places[at % places.length];
  return place === undefined ? `${text}\u00a0` : text.slice(0, place) + by + text.slice(place + 1);
}
