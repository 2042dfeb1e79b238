/** A text that the terminal opens `url` for. What is shown stays the same. */
export type Link = (text: string, url: string) => string;

const schemes = ["http:", "https:", "mailto:", "file:"];
/** Terminals drop longer ones. */
const mostCharacters = 2_000;

/** By OSC 8. The text alone where the address is none that a terminal should open. */
export const terminalLink: Link = (text, url) => {
  const target = targetOf(url);
  return target === undefined || text === "" ? text : `\x1b]8;;${target}\x1b\\${text}\x1b]8;;\x1b\\`;
};

/** As visible ASCII: everything else is encoded by what writes addresses. */
function targetOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  const isFit = schemes.includes(protocol) && href.length <= mostCharacters && /^[!-~]+$/.test(href);
  return isFit ? href : undefined;
}
