import type { BrokenTool } from "../listed-tool.ts";

/** Names listed in one notice. */
const namesInNotice = 5;

/** Reports what is wrong with the offer of a server: each problem once, however often the server is started. */
export interface OfferNotices {
  broken(tools: readonly BrokenTool[]): void;
  /** @param places - texts that contain invisible characters, worded for people. */
  hidden(places: readonly string[]): void;
}

/** @param extension - name of the extension. */
export function offerNotices(
  extension: string,
  notify: ((sentence: string) => void) | undefined,
): OfferNotices {
  const reported = new Set<string>();

  function unreported(problems: readonly string[]): readonly string[] {
    const fresh = problems.filter((problem) => !reported.has(problem));
    for (const problem of fresh) reported.add(problem);
    return fresh;
  }

  return {
    broken(tools) {
      const lines = unreported(tools.map(({ name, problem }) => `"${name}": ${problem}`));
      if (lines.length > 0) notify?.(brokenNotice(extension, lines));
    },
    hidden(places) {
      const fresh = unreported(places);
      if (fresh.length > 0) notify?.(hiddenNotice(extension, fresh));
    },
  };
}

function brokenNotice(extension: string, lines: readonly string[]): string {
  const more = lines.length - namesInNotice;
  return [
    `The extension "${extension}" has tools with invalid input schemas, which are left out:`,
    ...lines.slice(0, namesInNotice).map((line) => `  ${line}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ].join("\n");
}

function hiddenNotice(extension: string, places: readonly string[]): string {
  const listed = places.slice(0, namesInNotice).join(" and ");
  const more = places.length > namesInNotice ? " and more" : "";
  return `The extension "${extension}" hides characters in ${listed}${more}; they are shown escaped.`;
}
