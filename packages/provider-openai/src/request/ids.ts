import { legalIds, shortHash } from "@skein/provider-kit";
import type { IdForm } from "@skein/provider-kit";

/** Source of the lengths: the refusals of api.openai.com. */
export const responsesIds = legalIds({ illegal: /[^\x21-\x7e]/g, maxLength: 64 });
const chatIds = legalIds({ illegal: /[^\x21-\x7e]/g, maxLength: 40 });

/** Exactly nine letters and digits, as one compatible vendor wants them. */
const nineCharacters: IdForm = (id, count) =>
  count === 1 && /^[a-zA-Z0-9]{9}$/.test(id) ? id : `c${shortHash(`${id} ${count}`)}`;

export const chatIdForms = { usual: chatIds, nine: nineCharacters } as const;
