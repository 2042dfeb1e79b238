const address = String.raw`(?:\d+(?:~\d+)?|\$|/[^/\\[\n]*/I?)`;
const printing = new RegExp(
  `^(?:${address}(?:,(?:${address}|[+~]\\d+))?)? *!? *(?:p|d|=|[qQ]\\d*|n|N|h|H|g|G|x|D|P)$`,
);
const substitution = new RegExp(
  `^(?:${address}(?:,(?:${address}|[+~]\\d+))?)? *s(?<mark>[/|,#:@])(?<pattern>(?:(?!\\k<mark>)[^\\\\\\n]|\\\\.)*)\\k<mark>(?<by>(?:(?!\\k<mark>)[^\\\\\\n]|\\\\.)*)\\k<mark>[pgIiMm\\d]*$`,
);

/**
 * Whether a sed script only prints: no `e`, no `w`, no `r`, no labels and blocks, and nothing that would be cut up in
 * another way than sed does.
 */
export function isReadingSedScript(script: string): boolean {
  if (printing.test(script) || isSubstitution(script)) return true;
  return script.split(";").every((part) => printing.test(part.trim()) || isSubstitution(part.trim()));
}

function isSubstitution(script: string): boolean {
  const { mark, pattern = "", by = "" } = substitution.exec(script)?.groups ?? {};
  // sed may see the end of the pattern elsewhere: in a bracket, or behind an escaped mark.
  return (
    mark !== undefined &&
    /^[^[]*(?:\[[^\][]+\][^[]*)*$/.test(pattern) &&
    !`${pattern}${by}`.includes(`\\${mark}`)
  );
}
