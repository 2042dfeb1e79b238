/** The names of options in a help text: where a line begins with them, and in the lines of `find` anywhere. */
export function optionNames(help: string, program: string): readonly string[] {
  const found = help.split("\n").flatMap((line) => {
    if (program === "find")
      return [...line.matchAll(/(?<![\w/-])-(?!N\b)[A-Za-z][\w-]*/g)].map(([name]) => name);
    // `[-346A]`, `[-c cipher]`.
    if (program === "scp")
      return [...line.matchAll(/\[-([A-Za-z0-9]+)(?=[\] ])/g)].flatMap(([, letters = ""]) =>
        Array.from(letters, (letter) => `-${letter}`),
      );
    // A description follows after two spaces, or on the next line.
    const columns = line.trim().split(/\s{2,}|\t+/);
    const end = columns.findIndex((column) => !column.startsWith("-"));
    const head = columns.slice(0, end < 0 ? columns.length : end).join(" ");
    return [...head.matchAll(/(?<![\w=-])(--?)(\[no-\])?([A-Za-z0-9][A-Za-z0-9-]*(?:\.\d)?)/g)].flatMap(
      ([, dashes = "", no, name = ""]) => {
        if (dashes === "-" && name.length > 1) return [];
        // How rsync writes that its options can be negated.
        if (name === "no-OPTION") return [];
        return no === undefined ? [`${dashes}${name}`] : [`${dashes}${name}`, `${dashes}no-${name}`];
      },
    );
  });
  return [...new Set(found)].toSorted();
}
