import { describe, expect, it } from "vitest";
import { createRedactor } from "../src/index.ts";
import { key, randomText as r } from "./secrets.ts";

const known = "known-value-4711";
const password = `${r(9, 1)}7!x${r(4, 2)}`;
const base64 = `${r(86, 3)}==`;

/** What stands before a value and after it. */
const forms: readonly (readonly [name: string, before: string, value: string, after: string])[] = [
  ["netrc", "machine example.com login me password ", password, "\n"],
  ["netrc on several lines", "machine example.com\n  login me\n  password ", password, "\nmachine b"],
  ["netrc with an account", "machine h\tlogin me\taccount a\tpassword ", password, ""],
  ["npm: token", "//registry.example.com/:_authToken=", r(36, 4), "\n"],
  ["npm: password", "//registry.example.com/:_password=", `${r(22, 5)}7==`, "\n"],
  ["npm: user and password", "//registry.example.com/:_auth=", `${r(22, 6)}7==`, "\n"],
  ["URL", "postgres://app:", password, "@db/app"],
  ["URL of any scheme", "amqps+x://app:", password, "@mq:5671/v"],
  ["connection string", "Server=db;User Id=me;Password=", password, ";Encrypt=true"],
  ["connection string: Pwd", "Driver=x;Uid=me;Pwd=", password, ";"],
  ["Azure Storage", "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=", base64, ";Suffix=b"],
  ["Azure Service Bus", "Endpoint=sb://a.example.com/;SharedAccessKey=", `${r(42, 7)}7=`, ""],
  ["JDBC", "jdbc:mysql://db/app?user=me&password=", password, "&ssl=true"],
  ["Spring", "spring.datasource.password=", password, "\n"],
];

const whole = (text: string) =>
  createRedactor({ key, secrets: [{ name: "KNOWN", value: known }] }).redact(text);

function streamed(pieces: readonly string[]): string {
  const stream = createRedactor({ key, secrets: [{ name: "KNOWN", value: known }] }).stream();
  return pieces.map((piece) => stream.push(piece)).join("") + stream.end();
}

describe.each(forms)("a value by what stands before it: %s", (_, before, value, after) => {
  it.each(["", known, "x", "my_", "a text before it "])("is hidden after %j", (ahead) => {
    const text = `${ahead}${before}${value}${after}`;
    const hidden = whole(text);
    expect(hidden).not.toContain(value);
    expect(hidden.endsWith(after)).toBe(true);
    expect(streamed(text.split(""))).toBe(hidden);
    for (let at = 0; at <= text.length; at++)
      expect(streamed([text.slice(0, at), text.slice(at)]), `cut at ${at}`).toBe(hidden);
  });
});

it.each([
  "password=config.password, pwd=process.cwd, pwd=/home/user1/projects",
  "the machine learning password is not set; machine 12 login page password field",
  "_authToken=${NPM_TOKEN} _auth=$NPM_AUTH password=changeme123 Password=<password>",
  "password=e2.target.value&client_secret=YOUR_SECRET",
])("leaves: %s", (text) => {
  expect(whole(text)).toBe(text);
  expect(streamed(text.split(""))).toBe(text);
});
