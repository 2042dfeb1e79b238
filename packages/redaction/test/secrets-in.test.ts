import { describe, expect, it } from "vitest";
import { secretsIn } from "../src/index.ts";
import { randomText } from "./secrets.ts";

const password = "Kq9mQ2vB";
const random = randomText(32, 1);
const valuesOf = (name: string, value: string, place: "environment" | "file" | "slot" = "environment") =>
  secretsIn(name, value, place).map((secret) => secret.value);

describe("a name", () => {
  const words = [
    "KEY KEYS APIKEY ACCESSKEY SECRETKEY TOKEN TOKENS AUTHTOKEN SECRET SECRETS PASSWORD PASSWORDS PASSWD PASS",
    "PASSPHRASE PWD PAT CREDENTIAL CREDENTIALS PRIVATE DSN AUTH AUTHORIZATION BEARER JWT COOKIE COOKIES SAS",
    "MNEMONIC PEPPER SALT SSHPASS PGPASS",
  ];

  it.each(words.join(" ").split(" "))("with the word %s in it is a secret's", (word) => {
    for (const name of [`MY_${word}`, `${word}_2`, `my.${word.toLowerCase()}-x`])
      expect(valuesOf(name, password)).toEqual([password]);
    expect(valuesOf(`MY_${word}ING`, password)).toEqual([]);
  });

  it.each([
    ["PGPASSWORD", [password]],
    ["MYPASSWD", [password]],
    ["MYPASSPHRASE", [password]],
    ["MYSECRET", [password]],
    ["MYTOKEN", [password]],
    ["MYAPIKEY", [password]],
    ["MYCREDENTIAL", [password]],
    ["MYCREDENTIALS", [password]],
    ["MYTOKENX", []],
    ["DB_CONNECTION_STRING", [password]],
    ["DB_CONNECTION", []],
    ["STRING_CONNECTION", []],
    ["CONNECTION_A_STRING", []],
    ["PWD", []],
    ["OLDPWD", []],
    ["MY_PWD", [password]],
    ["myApiKeyValue", [password]],
    ["DB_PASSWORD2", [password]],
    ["API_KEY_2", [password]],
    ["token1", [password]],
    ["TOKENX2", []],
  ])("%s: %j", (name, expected) => expect(valuesOf(name, password)).toEqual(expected));

  const passwords =
    "PASSWORD PASSWORDS PASSWD PASS PASSPHRASE PWD SSHPASS PGPASS MYPASSWORD MYPASSWD MYPASSPHRASE PASSWORD2";
  it.each(passwords.split(" "))("%s says that people choose the value", (word) => {
    expect(valuesOf(`A_${word}`, "Sommer2031")).toEqual(["Sommer2031"]);
  });
  it.each(["A_KEY", "A_TOKEN", "A_PASSWORDX_KEY"])("%s does not", (name) => {
    expect(valuesOf(name, "Sommer2031")).toEqual([]);
  });

  const known = [
    "SHA SHA1 SHA256 SHA384 SHA512 MD5 COMMIT HASH DIGEST CHECKSUM FINGERPRINT INTEGRITY REVISION REV REF ETAG ID",
    "IDS GUID UUID PUBLIC VERSION BRANCH TAG IMAGE SKEIN",
  ];
  it.each(known.join(" ").split(" "))("with %s in it is that of something known, however random", (word) => {
    expect(valuesOf(`BUILD_${word}`, random)).toEqual([]);
    expect(valuesOf(`BUILD_Q${word}`, random)).toEqual([random]);
    expect(valuesOf(`BUILD_${word}`, random, "file")).toEqual([random]);
  });
});

describe("an address", () => {
  it.each([
    [`https://example.com/a?token=${password}&n=1`, [password]],
    [`https://example.com/a?page=${random}`, []],
    ["https://example.com/a?token=production", []],
    ["https://example.com/a?token=Sommer2031", []],
    [`https://example.com/a?apiKey=${password}&secret=${random}`, [password, random]],
    [`https://[?token=${password}`, []],
    [`https://ann:${password}@example.com/?token=${random}`, [password, random]],
    [`https://${random}@example.com`, [random]],
    [`https://${random}:xyz@example.com`, [random]],
    [`https://${random.slice(0, 15)}@example.com`, []],
    ["https://some-name-of-words@example.com", []],
    [`https://ann:${password.slice(1)}@example.com`, []],
    ["https://ann:changeme@example.com", []],
    ["https://ann:Sommer2031@example.com", ["Sommer2031"]],
    [`https://example.com/${random}`, []],
    [`ann:${password}@tcp(db)/shop`, [password]],
    [`:${password}@db`, [password]],
    [`a/b:${password}@db`, []],
    [`x https://ann:${password}@example.com`, []],
    [`1https://ann:${password}@example.com`, []],
  ])("%s holds %j", (value, expected) => expect(valuesOf("SOMETHING", value)).toEqual(expected));

  it("is not a secret as a whole, whatever it is called", () => {
    expect(valuesOf("API_KEY", `https://example.com/${random}`)).toEqual([]);
    expect(valuesOf("API_KEY", `ann:${password}@db`)).toEqual([password]);
  });
});

describe("a header", () => {
  it.each(["Bearer", "basic", "Token", "ApiKey", "digest"])(
    "of the scheme %s holds what comes after it",
    (scheme) => {
      expect(valuesOf("HEADER", `${scheme} ${password}`)).toEqual([password]);
      expect(valuesOf("HEADER", `${scheme}\t  ${password}`)).toEqual([password]);
      expect(valuesOf("HEADER", `${scheme} ${password} more`)).toEqual([]);
      expect(valuesOf("HEADER", `a ${scheme} ${password}`)).toEqual([]);
    },
  );

  it.each([
    [`ann:${password}`, [password]],
    ["ann:changeme", []],
    [`:${password}`, []],
    [`ann:${password}\n`, []],
    [`\u0001ann:${password}`, []],
  ])("in base64 holds the password, too: %j", (text, expected) => {
    const basic = Buffer.from(text).toString("base64");
    expect(valuesOf("HEADER", `Basic ${basic}`)).toEqual([basic, ...expected]);
    expect(valuesOf("SOME_AUTH", basic)).toEqual([basic, ...expected]);
  });

  it("in base64 says nothing of a password where nothing says that it may", () => {
    const basic = Buffer.from(`ann:${password}`).toString("base64");
    expect(valuesOf("SOMETHING", basic)).not.toContain(password);
    expect(valuesOf("SOME_AUTH", `${basic}.x`)).toEqual([`${basic}.x`]);
  });
});

describe("parts of a value", () => {
  it.each([
    [JSON.stringify({ token: password, name: password }), [password]],
    [JSON.stringify([password]), []],
    [JSON.stringify({ secrets: [password, 1, true, null] }), []],
    [JSON.stringify({ a: { b: { apiKey: password } } }), [password]],
    [`{"token":"${password}"`, []],
    [`Server=db;Password=${password}`, [password]],
    [`Server=db; Password = ${password} ;x`, [password]],
    [`Server=db;Shared Access Key=${password}`, [password]],
    [`Password=${password}`, []],
    [`Server=db;Password=`, []],
    [
      `Password=${password.slice(0, 4)}=${password.slice(4)};Server=db`,
      [`${password.slice(0, 4)}=${password.slice(4)}`],
    ],
    [`1a=db;2Password=${password}`, []],
  ])("are judged by their own names: %s holds %j", (value, expected) => {
    expect(valuesOf("SETTINGS", value)).toEqual(expected);
  });

  it("without a name of their own have that of the whole", () => {
    expect(secretsIn("KEYS", JSON.stringify([password, [random]]), "environment")).toEqual([
      { name: "KEYS", value: password },
      { name: "KEYS", value: random },
    ]);
    expect(secretsIn("KEYS", JSON.stringify({ a1: password }), "environment")).toEqual([]);
    expect(
      secretsIn("DB_PASSWORD", `Server=db;User=${password}`, "environment").map(({ name }) => name),
    ).toEqual(["DB_PASSWORD_User"]);
  });
});

describe("in a slot for secrets a value is one", () => {
  it.each([
    [password, true],
    ["-Kq9mQ2vB", false],
    ["Sommer2031", false],
    ["some-model.4o:mini_2", false],
    ["abcdefgh1-x2", false],
    ["abcdefghi1-x2!", true],
    ["Some-model-4o-1x2y", true],
  ])("unless it is an option's: %s %s", (value, expected) => {
    expect(valuesOf("ANY", value, "slot")).toEqual(expected ? [value] : []);
  });
});

it("headers in a variable are looked at one by one", () => {
  const names = ["OTEL_EXPORTER_OTLP_HEADERS", "MY_HEADERS"];
  for (const name of names)
    expect(valuesOf(name, `Authorization=Bearer%20${random},x-api-key=${password},x-team=shop`)).toEqual([
      random,
      password,
    ]);
  expect(valuesOf("MY_HEADERS", "nothing")).toEqual([]);
});
