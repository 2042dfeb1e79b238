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

/** `https://user:password@host`: the password. A path that was made of a URL has one slash. */
export const urlPassword = {
  name: "URL_PASSWORD",
  value: /(?::\/|https?:)\/[^:/@?#]{0,128}:([^:/@?#]{8,256})@/g,
};

/**
 * `Password=…` and its like, in connection strings, JDBC URLs and .npmrc files. A value with a digit only: in source code
 * words follow these names.
 */
export const namedValue = {
  value:
    /(password|passwd|pwd|_auth(?:token)?|accountkey|sharedaccesskey|sharedsecretkey|clientsecret|client_secret)=([^&=\s][^&\s]{7,511})/gi,
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
