/** A token format of a vendor. */
interface TokenFormat {
  /** The name in its placeholder. */
  readonly name: string;
  /**
   * Source of a pattern without groups. It may only repeat one character class at a time, and that class must include
   * `[A-Za-z0-9_-]`: tokens begin only after other characters, so no character is matched by two attempts.
   */
  readonly pattern: string;
}

/** A longer run is not a token. */
const most = 4096;

/** Specific formats before general ones with the same prefix. */
const tokenFormats: readonly TokenFormat[] = [
  { name: "ANTHROPIC_KEY", pattern: `sk-ant-[\\w-]{20,${most}}` },
  { name: "OPENROUTER_KEY", pattern: `sk-or-v1-[\\w-]{32,${most}}` },
  { name: "OPENAI_KEY", pattern: `sk-(?:proj|svcacct|admin|None)-[\\w-]{20,${most}}` },
  { name: "API_KEY", pattern: `sk-[A-Za-z0-9]{32,${most}}` },
  { name: "GOOGLE_API_KEY", pattern: "AIza[\\w-]{35}" },
  { name: "GOOGLE_CLIENT_SECRET", pattern: "GOCSPX-[\\w-]{28}" },
  { name: "GOOGLE_ACCESS_TOKEN", pattern: `ya29\\.[\\w-]{30,${most}}` },
  { name: "GITHUB_TOKEN", pattern: "gh[pousr]_[A-Za-z0-9]{36,255}" },
  { name: "GITHUB_TOKEN", pattern: "github_pat_\\w{50,255}" },
  { name: "GITLAB_TOKEN", pattern: "gl(?:pat|dt|rt|ptt|soat|cbt|ft)-[\\w-]{20,300}" },
  { name: "SLACK_TOKEN", pattern: "xox[abeoprs]-[\\w-]{16,300}" },
  { name: "SLACK_TOKEN", pattern: "xapp-\\d-[\\w-]{20,300}" },
  { name: "AWS_ACCESS_KEY_ID", pattern: "A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}(?!\\w)" },
  { name: "NPM_TOKEN", pattern: "npm_[A-Za-z0-9]{36}" },
  { name: "PYPI_TOKEN", pattern: `pypi-[\\w-]{50,${most}}` },
  { name: "HUGGING_FACE_TOKEN", pattern: "hf_[A-Za-z0-9]{30,64}" },
  { name: "STRIPE_KEY", pattern: "(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,255}" },
  { name: "WEBHOOK_SECRET", pattern: "whsec_[A-Za-z0-9]{24,255}" },
  { name: "GROQ_KEY", pattern: "gsk_[A-Za-z0-9]{40,255}" },
  { name: "XAI_KEY", pattern: "xai-[A-Za-z0-9]{60,255}" },
  { name: "NVIDIA_KEY", pattern: "nvapi-[\\w-]{40,255}" },
  { name: "SENDGRID_KEY", pattern: "SG\\.[\\w-]{22}\\.[\\w-]{43}" },
  { name: "DIGITALOCEAN_TOKEN", pattern: "do[opr]_v1_[a-f0-9]{64}" },
  { name: "SHOPIFY_TOKEN", pattern: "shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}" },
  { name: "DATABRICKS_TOKEN", pattern: "dapi[a-f0-9]{32}" },
  { name: "VAULT_TOKEN", pattern: `hv[sb]\\.[\\w-]{24,${most}}` },
  { name: "LINEAR_KEY", pattern: "lin_api_[A-Za-z0-9]{40}" },
  { name: "NOTION_TOKEN", pattern: "ntn_[A-Za-z0-9]{40,64}" },
  { name: "AGE_SECRET_KEY", pattern: "AGE-SECRET-KEY-1[A-Z0-9]{58}" },
  { name: "JWT", pattern: `eyJ[\\w-]{10,${most}}\\.eyJ[\\w-]{10,${most}}\\.[\\w-]{10,${most}}` },
];

/** Names of the groups of `anyToken`, in order. */
export const tokenNames: readonly string[] = tokenFormats.map(({ name }) => name);

/** All formats at once, one group each; matched where a token may begin. */
export const anyToken = new RegExp(tokenFormats.map(({ pattern }) => `(${pattern})`).join("|"), "y");

/** Prefixes of tokens. */
const firstPairs =
  "AB AC AG AI AK AS GO SG da do ey gh gi gl gs hf hv li np nt nv py rk sh sk wh xa xo ya".split(" ");

/** First characters of tokens. */
export const firstCharacters: string = [...new Set(firstPairs.map(([first]) => first))].join("");

const pairs = new Uint8Array(128 * 128);
for (const pair of firstPairs) pairs[pair.charCodeAt(0) * 128 + pair.charCodeAt(1)] = 1;

/**
 * Whether a token may begin with these two character codes; tested before the long pattern. Never false for a token.
 */
export function mayBeginToken(first: number, second: number): boolean {
  return pairs[first * 128 + second] === 1;
}

/** What precedes a value that has no format of its own, in the same run or before it. */
export const awsSecret = {
  name: "AWS_SECRET_ACCESS_KEY",
  value: /(?<![A-Za-z0-9/+])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g,
  before: /(?:AKIA|ASIA)[A-Z2-7]{16}|aws[_-]?secret|secret[_-]?access[_-]?key/i,
  /** A quick test: whatever `before` matches contains one of these. */
  signs: ["AKIA", "ASIA", "ecret", "ECRET"],
  /** Maximum characters between them, the name included. */
  within: 200,
};

/** `https://user:password@host`: the password. */
export const urlPassword = {
  name: "URL_PASSWORD",
  value: /:\/\/[^:/@?#]{0,128}:([^:/@?#]{8,256})@/g,
};

/** `Authorization: Bearer …`, and `Basic` likewise. */
export const bearer = {
  name: "BEARER_TOKEN",
  before: /\b(?:bearer|basic|token)[ \t]{1,4}$/i,
  value: /^[A-Za-z0-9._~+/=-]{15,4095}[A-Za-z0-9_~+/=-]/,
  within: 16,
};

/** Webhook URLs that allow anyone to post to a channel: the part after the host. */
export const webhook = {
  name: "WEBHOOK",
  value:
    /hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9/]{20,200})|discord(?:app)?\.com\/api\/webhooks\/(\d{10,30}\/[\w-]{30,200})/g,
};
