/** Why there is no login for a provider, and what its vendor allows instead. */
interface LoginPolicy {
  readonly reason: string;
  readonly instead: string;
  /** Where the vendor says so. Absent if the vendor says nothing. */
  readonly source?: string;
}

/**
 * Vendors whose plans have a login, which Skein does not offer. Read on 2026-11-30. Only registrations that a vendor
 * publishes for other programs are shipped.
 */
export const loginPolicies: Readonly<Record<string, LoginPolicy>> = {
  anthropic: {
    reason: "Anthropic reserves the login of its plans for its own applications",
    instead: "Use a key, or the provider acp:claude, which is Claude Code with its own login",
    source: "https://code.claude.com/docs/en/legal-and-compliance",
  },
  google: {
    reason: "Google forbids other programs to use the login of Gemini CLI",
    instead: "Use a key of Google AI Studio, or the provider vertex",
    source: "https://geminicli.com/docs/resources/faq/",
  },
  moonshot: {
    reason: "Moonshot AI reserves the login of Kimi Code for its own clients",
    instead: "Use a key",
    source: "https://www.kimi.com/code/docs/",
  },
  openai: {
    reason: "it is OpenAI's platform, which takes keys",
    instead: "Use a key, or the provider chatgpt, which has the login of ChatGPT plans",
    source: "https://developers.openai.com/siwc/token-sharing-open-source",
  },
  xai: {
    reason: "xAI publishes no registration for other programs",
    instead: "Use a key",
  },
};
