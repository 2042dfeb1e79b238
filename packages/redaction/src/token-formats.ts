/** Whether a token may begin directly after a letter, a digit, `_` or `-`. */
type Boundary =
  /** Anywhere: the prefix and what follows do not occur in ordinary words. */
  | "any"
  /** Only at the start of a word: the prefix is the end of ordinary words, as `sk-` of `task-`. */
  | "word"
  /** Anywhere when at least three groups of digits follow the prefix, otherwise at the start of a word. */
  | "digits";

/** A token format of a vendor. */
export interface TokenFormat {
  /** The name in its placeholder. */
  readonly name: string;
  /** Separated by spaces; each has three characters or more. */
  readonly prefixes: string;
  /** Source of the pattern after a prefix: no groups that capture, and no repetition next to one that it overlaps. */
  readonly rest: string;
  /** What stands before the prefix and is part of the token. */
  readonly lead?: Lead;
  readonly boundary: Boundary;
  /** Whether the token needs a small letter, a capital and a digit. */
  readonly isMixed?: true;
  /** Where the format is documented. */
  readonly source: Source;
}

export interface Lead {
  /** Source of a character class. */
  readonly alphabet: string;
  readonly least: number;
  readonly most: number;
  /** What it begins with. */
  readonly begins?: string;
}

/**
 * `vendor`: the vendor's own documentation. `rules`: facts of the public rule set of gitleaks (MIT). `observed`: no document
 * states it; the form in which the vendor issues them.
 *
 * Checksums are not tested, although some formats have one (GitHub, npm, Grafana, Atlassian): a token with a typing error
 * still shows most of the real one.
 */
type Source = "vendor" | "rules" | "observed";

/** A longer token of a variable length is not one. The limit bounds the time for texts of many prefixes. */
const most = 1_024;
/** Of tokens whose characters cannot continue into another one of the format. */
const long = 4_096;

const word = `[\\w-]{20,${most}}`;
const azureKey = { alphabet: "[A-Za-z0-9+/]", least: 76, most: 76 };

/** Specific formats before general ones with the same prefix. */
export const tokenFormats: readonly TokenFormat[] = [
  // Model vendors
  {
    name: "ANTHROPIC_KEY",
    prefixes: "sk-ant-api sk-ant-admin sk-ant-oat sk-ant-ort sk-ant-sid",
    rest: `\\d\\d-[\\w-]{15,${most}}`,
    boundary: "any",
    source: "rules",
  },
  { name: "ANTHROPIC_KEY", prefixes: "sk-ant-", rest: word, boundary: "digits", source: "rules" },
  {
    name: "OPENROUTER_KEY",
    prefixes: "sk-or-v1-",
    rest: `[\\w-]{32,${most}}`,
    boundary: "digits",
    source: "vendor",
  },
  {
    name: "OPENAI_KEY",
    prefixes: "sk-proj- sk-svcacct- sk-admin- sk-None-",
    rest: word,
    boundary: "digits",
    source: "rules",
  },
  { name: "API_KEY", prefixes: "sk-", rest: `[A-Za-z0-9]{32,${most}}`, boundary: "word", source: "vendor" },
  { name: "GROQ_KEY", prefixes: "gsk_", rest: "[A-Za-z0-9]{40,255}", boundary: "any", source: "vendor" },
  {
    name: "HUGGING_FACE_TOKEN",
    prefixes: "hf_ api_org_",
    rest: "[A-Za-z0-9]{30,64}",
    boundary: "any",
    source: "rules",
  },
  { name: "NVIDIA_KEY", prefixes: "nvapi-", rest: "[\\w-]{40,255}", boundary: "any", source: "vendor" },
  { name: "PERPLEXITY_KEY", prefixes: "pplx-", rest: "[A-Za-z0-9]{40,64}", boundary: "any", source: "rules" },
  { name: "REPLICATE_TOKEN", prefixes: "r8_", rest: "[A-Za-z0-9]{37,40}", boundary: "any", source: "vendor" },
  { name: "TAVILY_KEY", prefixes: "tvly-", rest: "[\\w-]{28,128}", boundary: "any", source: "observed" },
  { name: "XAI_KEY", prefixes: "xai-", rest: "[A-Za-z0-9]{60,255}", boundary: "any", source: "vendor" },

  // Clouds
  {
    name: "AGE_SECRET_KEY",
    prefixes: "AGE-SECRET-KEY-1",
    rest: "[A-Z0-9]{58}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "ALIBABA_KEY_ID",
    prefixes: "LTAI",
    rest: "[A-Za-z0-9]{12,20}(?!\\w)",
    boundary: "word",
    isMixed: true,
    source: "rules",
  },
  {
    name: "AWS_ACCESS_KEY_ID",
    prefixes: "AKIA ASIA ABIA ACCA",
    rest: "[A-Z2-7]{16}(?![A-Z0-9])",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "AWS_BEDROCK_KEY",
    prefixes: "ABSK",
    rest: "[A-Za-z0-9+/]{109,269}={0,2}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "AZURE_CLIENT_SECRET",
    prefixes: "0Q~ 1Q~ 2Q~ 3Q~ 4Q~ 5Q~ 6Q~ 7Q~ 8Q~ 9Q~",
    rest: "[\\w.~-]{31,34}",
    lead: { alphabet: "[\\w.~]", least: 3, most: 3 },
    boundary: "any",
    source: "rules",
  },
  {
    name: "AZURE_DEVOPS_TOKEN",
    prefixes: "AZDO",
    rest: "[A-Za-z0-9]{4}",
    lead: { alphabet: "[A-Za-z0-9]", least: 76, most: 76 },
    boundary: "any",
    source: "vendor",
  },
  {
    name: "AZURE_KEY",
    prefixes: "JQQJ99",
    rest: "[A-Za-z0-9]{26,30}",
    lead: { alphabet: "[A-Za-z0-9]", least: 52, most: 52 },
    boundary: "any",
    source: "observed",
  },
  {
    name: "AZURE_STORAGE_KEY",
    prefixes: "+ASt",
    rest: "[A-Za-z0-9+/]{5}[AQgw]==",
    lead: azureKey,
    boundary: "any",
    source: "vendor",
  },
  {
    name: "AZURE_COSMOS_KEY",
    prefixes: "ACDb",
    rest: "[A-Za-z0-9+/]{5}[AQgw]==",
    lead: azureKey,
    boundary: "any",
    source: "vendor",
  },
  {
    name: "CLOUDFLARE_CA_KEY",
    prefixes: "v1.0-",
    rest: "[a-f0-9]{24}-[a-f0-9]{146}",
    boundary: "any",
    source: "rules",
  },
  {
    name: "DATABRICKS_TOKEN",
    prefixes: "dapi",
    rest: "[a-f0-9]{32}(?:-\\d)?",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "DIGITALOCEAN_TOKEN",
    prefixes: "dop_v1_ doo_v1_ dor_v1_",
    rest: "[a-f0-9]{64}",
    boundary: "any",
    source: "vendor",
  },
  { name: "FLY_TOKEN", prefixes: "fo1_", rest: "[\\w-]{43}", boundary: "any", source: "rules" },
  {
    name: "FLY_TOKEN",
    prefixes: "fm1a_ fm1r_ fm2_",
    rest: `[A-Za-z0-9+/]{100,${most}}={0,3}`,
    boundary: "any",
    source: "rules",
  },
  {
    name: "GOOGLE_ACCESS_TOKEN",
    prefixes: "ya29.",
    rest: `[\\w-]{30,${long}}`,
    boundary: "any",
    source: "vendor",
  },
  { name: "GOOGLE_API_KEY", prefixes: "AIza", rest: "[\\w-]{35}", boundary: "any", source: "vendor" },
  {
    name: "GOOGLE_CLIENT_SECRET",
    prefixes: "GOCSPX-",
    rest: "[\\w-]{28}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "GOOGLE_REFRESH_TOKEN",
    prefixes: "1//0",
    rest: "[\\w-]{40,255}",
    boundary: "word",
    isMixed: true,
    source: "vendor",
  },
  { name: "HEROKU_KEY", prefixes: "HRKU-", rest: "[\\w-]{36,64}", boundary: "any", source: "vendor" },
  {
    name: "NETLIFY_TOKEN",
    prefixes: "nfp_ nfc_ nfo_ nfu_ nfb_",
    rest: "[A-Za-z0-9]{36}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "RENDER_KEY",
    prefixes: "rnd_",
    rest: "[A-Za-z0-9]{20,40}",
    boundary: "word",
    isMixed: true,
    source: "vendor",
  },
  { name: "SCALINGO_TOKEN", prefixes: "tk-us-", rest: "[\\w-]{48}", boundary: "any", source: "rules" },
  {
    name: "YANDEX_KEY",
    prefixes: "AQVN",
    rest: "[\\w-]{35,38}",
    boundary: "any",
    isMixed: true,
    source: "rules",
  },

  // Code, packages and builds
  { name: "ARTIFACTORY_KEY", prefixes: "AKCp", rest: "[A-Za-z0-9]{69}", boundary: "any", source: "rules" },
  {
    name: "ARTIFACTORY_TOKEN",
    prefixes: "cmVmd",
    rest: "[A-Za-z0-9]{59}(?![\\w+/=-])",
    boundary: "word",
    isMixed: true,
    source: "rules",
  },
  {
    name: "ATLASSIAN_TOKEN",
    prefixes: "ATATT3 ATCTT3",
    rest: `[\\w-]{20,${most}}(?:=[A-F0-9]{8})?`,
    boundary: "any",
    source: "rules",
  },
  {
    name: "BITBUCKET_PASSWORD",
    prefixes: "ATBB",
    rest: "[A-Za-z0-9]{32}(?![\\w+/=-])",
    boundary: "any",
    isMixed: true,
    source: "vendor",
  },
  {
    name: "BUILDKITE_TOKEN",
    prefixes: "bkua_ bkct_",
    rest: "[a-z0-9]{40}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "CIRCLECI_TOKEN",
    prefixes: "CCIPAT_ CCIPRJ_",
    rest: `[A-Za-z0-9]{22}_[a-f0-9]{40}`,
    boundary: "any",
    source: "vendor",
  },
  {
    name: "CLOJARS_TOKEN",
    prefixes: "CLOJARS_ clojars_",
    rest: "[a-z0-9]{60}",
    boundary: "any",
    source: "rules",
  },
  {
    name: "CRATES_IO_TOKEN",
    prefixes: "cio",
    rest: "[A-Za-z0-9]{32}(?![\\w-])",
    boundary: "word",
    isMixed: true,
    source: "vendor",
  },
  {
    name: "DOCKER_TOKEN",
    prefixes: "dckr_pat_ dckr_oat_",
    rest: "[\\w-]{20,64}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "GITHUB_TOKEN",
    prefixes: "ghp_ gho_ ghu_ ghs_ ghr_",
    rest: "[A-Za-z0-9]{36,255}",
    boundary: "any",
    source: "vendor",
  },
  { name: "GITHUB_TOKEN", prefixes: "github_pat_", rest: "\\w{50,255}", boundary: "any", source: "vendor" },
  {
    name: "GITLAB_TOKEN",
    prefixes: "glpat- gldt- glrt- glrtr- glptt- glsoat- glcbt- glft- glffct- glimt- glagent- gloas- glwt-",
    rest: "[\\w-]{20,300}(?:\\.[a-z0-9]{2}\\.[a-z0-9]{9}|\\.[a-z0-9]{9})?",
    boundary: "any",
    source: "vendor",
  },
  { name: "GITLAB_TOKEN", prefixes: "GR1348941", rest: "[\\w-]{20}", boundary: "any", source: "vendor" },
  {
    name: "HARNESS_TOKEN",
    prefixes: "pat. sat.",
    rest: "[\\w-]{22}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{20}",
    boundary: "word",
    isMixed: true,
    source: "rules",
  },
  { name: "NPM_TOKEN", prefixes: "npm_", rest: "[A-Za-z0-9]{36}", boundary: "any", source: "vendor" },
  { name: "NUGET_KEY", prefixes: "oy2", rest: "[a-z0-9]{43}(?![\\w-])", boundary: "word", source: "vendor" },
  {
    name: "OCTOPUS_KEY",
    prefixes: "API-",
    rest: "[A-Z0-9]{26,32}(?![\\w-])",
    boundary: "word",
    source: "rules",
  },
  { name: "PREFECT_KEY", prefixes: "pnu_ pnb_", rest: "[A-Za-z0-9]{36}", boundary: "any", source: "rules" },
  {
    name: "PYPI_TOKEN",
    prefixes: "pypi-",
    rest: `[\\w-]{50,${most}}`,
    boundary: "any",
    isMixed: true,
    source: "vendor",
  },
  { name: "RUBYGEMS_KEY", prefixes: "rubygems_", rest: "[a-f0-9]{48}", boundary: "any", source: "vendor" },
  {
    name: "SOURCEGRAPH_TOKEN",
    prefixes: "sgp_",
    rest: "(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "VERCEL_TOKEN",
    prefixes: "vcp_ vci_ vca_ vcr_ vck_",
    rest: "[A-Za-z0-9]{24,64}",
    boundary: "word",
    isMixed: true,
    source: "vendor",
  },

  // Secrets, infrastructure and observation
  {
    name: "CLICKHOUSE_KEY",
    prefixes: "4b1d",
    rest: "[A-Za-z0-9]{38}(?![\\w-])",
    boundary: "word",
    isMixed: true,
    source: "rules",
  },
  {
    name: "DOPPLER_TOKEN",
    prefixes: "dp.pt. dp.ct. dp.sa. dp.scim. dp.audit. dp.said.",
    rest: "[A-Za-z0-9]{40,44}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "DOPPLER_TOKEN",
    prefixes: "dp.st.",
    rest: "(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "DYNATRACE_TOKEN",
    prefixes: "dt0c01. dt0s01. dt0s02. dt0s16.",
    rest: "[A-Z0-9]{8,24}\\.[A-Z0-9]{64}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "GRAFANA_TOKEN",
    prefixes: "glsa_",
    rest: "[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "GRAFANA_TOKEN",
    prefixes: "glc_",
    rest: "[A-Za-z0-9+/]{32,400}={0,3}",
    boundary: "any",
    isMixed: true,
    source: "vendor",
  },
  {
    name: "GRAFANA_TOKEN",
    prefixes: "eyJrIjoi",
    rest: "[A-Za-z0-9]{70,400}={0,3}",
    boundary: "any",
    source: "rules",
  },
  {
    name: "INFRACOST_KEY",
    prefixes: "ico-",
    rest: "[A-Za-z0-9]{32}",
    boundary: "word",
    isMixed: true,
    source: "rules",
  },
  { name: "NEW_RELIC_KEY", prefixes: "NRAK-", rest: "[A-Z0-9]{27}", boundary: "any", source: "vendor" },
  { name: "NEW_RELIC_KEY", prefixes: "NRII-", rest: "[\\w-]{32}", boundary: "any", source: "rules" },
  {
    name: "ONEPASSWORD_KEY",
    prefixes: "A3-",
    rest: "[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}",
    boundary: "word",
    source: "vendor",
  },
  {
    name: "ONEPASSWORD_TOKEN",
    prefixes: "ops_eyJ",
    rest: `[A-Za-z0-9+/]{250,${long}}={0,3}`,
    boundary: "any",
    source: "vendor",
  },
  { name: "OPENSHIFT_TOKEN", prefixes: "sha256~", rest: "[\\w-]{43}", boundary: "any", source: "rules" },
  {
    name: "PLANETSCALE_TOKEN",
    prefixes: "pscale_tkn_ pscale_oauth_ pscale_pw_",
    rest: "[\\w.=-]{32,64}",
    boundary: "any",
    source: "vendor",
  },
  { name: "PULUMI_TOKEN", prefixes: "pul-", rest: "[a-f0-9]{40}", boundary: "any", source: "vendor" },
  {
    name: "SENTRY_TOKEN",
    prefixes: "sntryu_ sntrya_ sntryi_",
    rest: "[a-f0-9]{64}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "SENTRY_TOKEN",
    prefixes: "sntrys_eyJ",
    rest: `[A-Za-z0-9+/]{20,${most}}={0,2}_[A-Za-z0-9+/]{43}`,
    boundary: "any",
    source: "vendor",
  },
  { name: "SUPABASE_KEY", prefixes: "sbp_", rest: "(?:v0_)?[a-f0-9]{40}", boundary: "any", source: "vendor" },
  { name: "SUPABASE_KEY", prefixes: "sb_secret_", rest: "[\\w-]{31,64}", boundary: "any", source: "vendor" },
  {
    name: "TAILSCALE_KEY",
    prefixes: "tskey-",
    rest: "(?:auth|api|client|scim|webhook)-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{24,64}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "TERRAFORM_TOKEN",
    prefixes: ".atlasv1.",
    rest: "[\\w=-]{60,70}",
    lead: { alphabet: "[A-Za-z0-9]", least: 14, most: 14 },
    boundary: "any",
    source: "vendor",
  },
  {
    name: "VAULT_TOKEN",
    prefixes: "hvs. hvb. hvr.",
    rest: `[\\w-]{24,${long}}`,
    boundary: "any",
    isMixed: true,
    source: "vendor",
  },

  // Services
  {
    name: "ADOBE_SECRET",
    prefixes: "p8e-",
    rest: "[A-Za-z0-9]{32}(?![\\w-])",
    boundary: "word",
    source: "rules",
  },
  {
    name: "AIRTABLE_TOKEN",
    prefixes: "pat",
    rest: "[A-Za-z0-9]{14}\\.[a-f0-9]{64}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "BREVO_KEY",
    prefixes: "xkeysib- xsmtpsib-",
    rest: "[a-f0-9]{64}-[A-Za-z0-9]{16}",
    boundary: "any",
    source: "rules",
  },
  {
    name: "DUFFEL_TOKEN",
    prefixes: "duffel_live_ duffel_test_",
    rest: "[\\w=-]{43}",
    boundary: "any",
    source: "rules",
  },
  { name: "EASYPOST_KEY", prefixes: "EZAK EZTK", rest: "[A-Za-z0-9]{54}", boundary: "any", source: "rules" },
  {
    name: "FACEBOOK_TOKEN",
    prefixes: "EAAC EAAM",
    rest: "[A-Za-z0-9]{100,255}(?![\\w+/=-])",
    boundary: "word",
    isMixed: true,
    source: "rules",
  },
  {
    name: "FIGMA_TOKEN",
    prefixes: "figd_ figo_ figu_",
    rest: "[\\w-]{38,64}",
    boundary: "any",
    source: "vendor",
  },
  { name: "FRAMEIO_TOKEN", prefixes: "fio-u-", rest: "[\\w=-]{64}", boundary: "any", source: "rules" },
  {
    name: "HUBSPOT_TOKEN",
    prefixes: "pat-na1- pat-na2- pat-eu1- pat-ap1-",
    rest: "[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "JWT",
    prefixes: ".eyJ",
    rest: `[\\w-]{10,${long}}\\.[\\w-]{10,${long}}`,
    lead: { alphabet: "[\\w-]", least: 13, most: long, begins: "eyJ" },
    boundary: "any",
    source: "vendor",
  },
  {
    name: "LINEAR_KEY",
    prefixes: "lin_api_ lin_oauth_",
    rest: "[A-Za-z0-9]{40,64}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "MAILGUN_KEY",
    prefixes: "key-",
    rest: "[a-f0-9]{32}(?![\\w-])",
    boundary: "word",
    source: "rules",
  },
  {
    name: "MAPBOX_TOKEN",
    prefixes: "sk.eyJ",
    rest: "[\\w-]{20,255}\\.[\\w-]{20,64}",
    boundary: "any",
    source: "vendor",
  },
  { name: "NOTION_TOKEN", prefixes: "ntn_", rest: "[A-Za-z0-9]{40,64}", boundary: "any", source: "vendor" },
  {
    name: "POSTHOG_KEY",
    prefixes: "phx_ phs_",
    rest: "[A-Za-z0-9]{32,64}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "POSTMAN_KEY",
    prefixes: "PMAK-",
    rest: "[a-f0-9]{24}-[a-f0-9]{34}",
    boundary: "any",
    source: "vendor",
  },
  { name: "README_KEY", prefixes: "rdme_", rest: "[a-z0-9]{70}", boundary: "any", source: "rules" },
  {
    name: "RESEND_KEY",
    prefixes: "re_",
    rest: "[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![\\w-])",
    boundary: "word",
    isMixed: true,
    source: "vendor",
  },
  {
    name: "SENDGRID_KEY",
    prefixes: "SG.",
    rest: "[\\w-]{22}\\.[\\w-]{43}",
    boundary: "any",
    isMixed: true,
    source: "vendor",
  },
  {
    name: "SHIPPO_TOKEN",
    prefixes: "shippo_live_ shippo_test_",
    rest: "[a-fA-F0-9]{40}",
    boundary: "any",
    source: "rules",
  },
  {
    name: "SHOPIFY_TOKEN",
    prefixes: "shpat_ shpca_ shppa_ shpss_",
    rest: "[A-Fa-f0-9]{32}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "SLACK_TOKEN",
    prefixes: "xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxb- xoxe.xoxp-",
    rest: "[\\w-]{16,300}",
    boundary: "any",
    source: "vendor",
  },
  { name: "SLACK_TOKEN", prefixes: "xapp-", rest: "\\d-[\\w-]{20,300}", boundary: "any", source: "vendor" },
  {
    name: "SQUARE_TOKEN",
    prefixes: "sq0atp- sq0csp- sq0idp-",
    rest: "[\\w-]{22,60}",
    boundary: "any",
    source: "rules",
  },
  {
    name: "SQUARE_TOKEN",
    prefixes: "EAAA",
    rest: "[\\w-]{60}(?![\\w+/=-])",
    boundary: "word",
    isMixed: true,
    source: "rules",
  },
  {
    name: "STRIPE_KEY",
    prefixes: "sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_",
    rest: "[A-Za-z0-9]{16,255}",
    boundary: "any",
    source: "vendor",
  },
  {
    name: "TELEGRAM_TOKEN",
    prefixes: ":AA",
    rest: "[\\w-]{33}(?![\\w-])",
    lead: { alphabet: "\\d", least: 8, most: 10 },
    boundary: "any",
    source: "vendor",
  },
  {
    name: "TWILIO_KEY",
    prefixes: "SK0 SK1 SK2 SK3 SK4 SK5 SK6 SK7 SK8 SK9 SKa SKb SKc SKd SKe SKf",
    rest: "[a-f0-9]{31}(?![\\w-])",
    boundary: "word",
    source: "rules",
  },
  { name: "TYPEFORM_TOKEN", prefixes: "tfp_", rest: "[\\w.=-]{59}", boundary: "any", source: "rules" },
  {
    name: "WEBHOOK_SECRET",
    prefixes: "whsec_",
    rest: "[A-Za-z0-9+/]{24,255}={0,2}",
    boundary: "any",
    source: "vendor",
  },
];
