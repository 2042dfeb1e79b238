// Phrases that many vendors share. They are less specific than the patterns of
// `vendor-refusals.ts`, so the vendor's own error code takes precedence.

/** Phrases that vendors use if an account is used up, whatever the status. */
export const outOfMoney =
  /insufficient_quota|insufficient (credits?|balance|funds)|credit balance is too low|billing_(error|hard_limit)|exceeded your current quota|out of credits/i;

/**
 * Phrases that vendors and servers use if a request exceeds the context window.
 */
export const tooLong =
  /context[ _]length|context[ _]window|maximum context|prompt is too long|input is too long|too many (input )?tokens|exceed(s|ed)? (the )?(context|maximum number of (input )?tokens|max(imum)? input)|reduce the length|request_too_large|input token count|available context size|maximum prompt length|exceeded model token limit|exceed context limit|context length of only/i;
