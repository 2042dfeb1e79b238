/** The address of a link that may be followed, or `undefined`: a model writes what others have told it. */
export function safeLink(href: string): string | undefined {
  return /^(?:https?:\/\/|mailto:)/i.test(href) ? href : undefined;
}
