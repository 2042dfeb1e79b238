import { segmentEffects, type Segment, type Word } from "../../shell-analysis/index.ts";
import { programName } from "../inspected-command.ts";

const interpreters = /^(?:ba|da|z|k|fi)?sh$|^(?:python[\d.]*|node|perl|ruby)$/;
const evaluators = /^(?:eval|source|\.)$/;
const sources = /^(?:curl|wget|base64|base32|xxd|openssl|gunzip|zcat|nc|ncat)$/;
const sourceInside = /[(`]\s*(?:\w+=\S*\s+)*(?:curl|wget|base64|base32|xxd|openssl|gunzip|zcat|nc|ncat)\b/;

/**
 * The part of a command that runs what another part fetches or decodes: `curl … | sh`, `bash <(curl …)`,
 * `sh -c "$(curl …)"`, and `curl -o i … && sh i`.
 */
export function runsDownload(segments: readonly Segment[]): string | undefined {
  const fetching = segments.filter(({ program }) => sources.test(programName(program)));
  if (fetching.length === 0) return undefined;
  const files = new Set(
    [...fetching, ...segments.filter(({ program }) => programName(program) === "tee")].flatMap(filesOf),
  );
  return segments.find(
    (segment) => runsInput(segment) || runsOutput(segment) || files.has(scriptOf(segment) ?? ""),
  )?.text;
}

/** An interpreter without a script reads one. */
const runsInput = ({ program, args }: Segment): boolean =>
  interpreters.test(programName(program)) && args.every(({ text }) => text === "-" || /^-[a-z]$/.test(text));

/** Its script is the output of a program that fetches. */
const runsOutput = ({ program, args }: Segment): boolean =>
  (interpreters.test(programName(program)) || evaluators.test(programName(program))) &&
  args.some(({ text, expansions }) => expansions.includes("command") && sourceInside.test(text));

/** The file that is run: as a program, or by an interpreter. */
function scriptOf({ program, args }: Segment): string | undefined {
  if (program === undefined) return undefined;
  const isRunner = interpreters.test(programName(program)) || evaluators.test(programName(program));
  const script: Word | undefined = isRunner ? args.find(({ text }) => !text.startsWith("-")) : program;
  return script && (isRunner || script.text.includes("/")) ? plainPath(script.text) : undefined;
}

const filesOf = (segment: Segment): readonly string[] => {
  const { paths, redirected } = segmentEffects(segment);
  return [...paths, ...redirected]
    .filter(({ access }) => access === "writes")
    .map(({ word }) => plainPath(word.text));
};

const plainPath = (path: string): string => path.replace(/^(?:\.\/)+/, "");
