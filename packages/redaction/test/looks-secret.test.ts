import { describe, expect, it } from "vitest";
import { secretsIn } from "../src/index.ts";
import { randomText } from "./secrets.ts";

/** Eight different characters, which are enough for a value that its name calls secret. */
const plain = "Kq9mQ2vB";
const random = randomText(32, 1);
/** Sixteen characters with two digits. */
const dense = "dZBCjef4mkvPqh9w";

const named = (value: string): boolean => secretsIn("SOME_KEY", value, "environment").length > 0;
const chosen = (value: string): boolean => secretsIn("SOME_PASSWORD", value, "environment").length > 0;
const inFile = (value: string): boolean => secretsIn("SOMETHING", value, "file").length > 0;
const inEnvironment = (value: string): boolean => secretsIn("SOMETHING", value, "environment").length > 0;

describe("a stand-in for a secret", () => {
  it.each([
    (value: string) => `<${value}>`,
    (value: string) => `<${value.slice(0, 4)}\n${value.slice(4)}>`,
    (value: string) => `\${${value}`,
    (value: string) => `{{${value}`,
    (value: string) => `$(${value}`,
    (value: string) => `%${value}%`,
    (value: string) => `xxx${value}`,
    (value: string) => `***${value}`,
    (value: string) => `...${value}`,
    () => "$SOME_TOKEN_NAME",
  ])("is no secret anywhere: %s", (around) => {
    expect([named(around(plain)), inFile(around(random)), inEnvironment(around(random))]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it.each([
    (value: string) => `<${value}`,
    (value: string) => `-<${value}>`,
    (value: string) => `$${value}`,
    (value: string) => `$SOME_${value}`,
    (value: string) => `-$(${value}`,
    (value: string) => `%${value}`,
    (value: string) => `%${value}%-`,
    (value: string) => `xx${value}`,
    (value: string) => `**${value}`,
    (value: string) => `..${value}`,
  ])("is not what only has some of its signs: %s", (around) => {
    expect([named(around(plain)), inFile(around(random))]).toEqual([true, true]);
  });
});

describe("a value that a name calls secret", () => {
  const defaults =
    "changeme change-me change_me change-this changeit password passwd secret default example admin test Test";

  it.each(defaults.split(" "))("is none when everybody writes it: %s, with a few signs", (word) => {
    expect(named(`${word}#1.2-3`)).toBe(false);
    expect(named(`${word}${word}#1.2-3`)).toBe(false);
    expect(named(`${word}#1.2-34`)).toBe(true);
    expect(named(`q${word}#1.2-3`)).toBe(true);
    expect(named(`${word}#1.2q3`)).toBe(true);
  });

  it.each([
    ["abcdefgh1!", true],
    ["a1b2c3!", false],
    ["Xk9mQ2v", false],
    ["aab1b2cd", true],
    ["aab1b2cc", false],
    ["aaabbbc1", false],
    ["-12:34/56,78 90", false],
    ["2026-01-01T10:00:00Z%", false],
    ["2026-01-01T10:00:00Z!", true],
    ["1e+123456.78", false],
    ["x1e+123456", true],
  ])("is one with enough in it that is no number: %s %s", (value, expected) => {
    expect(named(value)).toBe(expected);
  });

  it.each([
    ["server1234", false],
    ["server12345", true],
    ["myServerName12", false],
    ["SomeServerName12", false],
    ["PRODUCTION", false],
    ["eu-central-1234", false],
    ["eu-central-12345", true],
    ["one.two:three/four@five, six_seven", false],
    ["one+two+three+four", true],
    ["serverX1y", true],
    ["antidisestablishment", false],
    ["qwzxcvbnmasdfghj", true],
    ["qwzxcvbnmasdfgh", false],
    ["qwzxcvbnmasdqwzx", true],
    ["qwzxcvbnmasqwzxc", false],
    ["my-qwzxcvbnmasdfghj-key", true],
    ["qwertyuiopaqwert", false],
  ])("is none of plain words, unless one looks random: %s %s", (value, expected) => {
    expect(named(value)).toBe(expected);
  });

  it.each([
    ["/opt/some/folder.1", false],
    ["~/some/folder.1", false],
    ["./some/folder.1", false],
    ["../some/folder.1", false],
    ["c:\\some\\folder.1", false],
    ["\\\\some\\folder.1", false],
    [`/opt/${dense}`, true],
    [`/${randomText(8, 3)}/${randomText(8, 4)}`, false],
    [`c:\\opt\\${dense}`, true],
    ["x/some+folder.1", true],
    [".../some+folder.1", false],
  ])("is none when it is a path of plain names: %s %s", (value, expected) => {
    expect(named(value)).toBe(expected);
  });

  it.each([
    ["Sommer2031", true],
    ["sommer", false],
    ["sommertime", false],
    ["one-two-three", false],
    ["one-two_three.four", true],
    ["one two three four", true],
    ["one,two,three,four", false],
  ])("is one as people choose passwords, when it is a password: %s %s", (value, expected) => {
    expect([chosen(value), named(value)]).toEqual([expected, false]);
  });
});

describe("a value in a file of settings", () => {
  it.each([
    [dense, true],
    [dense.slice(1), false],
    [`see ${dense}`, false],
    [`some-${dense}.x`, true],
    [`${dense.slice(0, 15)}-${dense.slice(0, 15)}`, true],
    ["abcdefghijklmnop", false],
    ["abcdefghijklmno1", false],
    ["abcdefghijklmn12", true],
    ["abcdef12abcdef12", true],
    ["abcdef11abcdef11", false],
    ["1abcdefghijklmn2", true],
    ["1234567890123456", false],
    ["aaaabbbbccccdd12", false],
    ["6f1c0bd2-93a5-4cf0-8c33-1d2e7a55a0c1", false],
    ["6F1C0BD2-93A5-4CF0-8C33-1D2E7A55A0C1", false],
    ["6f1c0bd293a54cf08c331d2e7a55a0c1", true],
  ])("looks random by itself: %s %s", (value, expected) => {
    expect(inFile(value)).toBe(expected);
  });
});

describe("a value of the environment", () => {
  const hex = "0123456789abcdef";

  it.each([24, 26, 32, 40, 56, 64, 96, 128])(
    "of %i hexadecimal digits is the name of something",
    (length) => {
      expect(inEnvironment(randomText(length, 5, hex))).toBe(false);
      expect(inEnvironment(randomText(length, 5, hex.toUpperCase()))).toBe(false);
      expect(inEnvironment(randomText(length + 2, 5, hex))).toBe(length + 2 !== 26);
      expect(inEnvironment(randomText(length + 2, 5, hex.toUpperCase()))).toBe(length + 2 !== 26);
    },
  );

  it.each([
    ["18 hexadecimal digits", randomText(18, 6, hex), true],
    ["17 of them", randomText(17, 6, hex), false],
    ["a ULID", "01ARZ3NDEKTSV4RRFFQ69G5FAV", false],
    ["one that begins as none does", "81ARZ3NDEKTSV4RRFFQ69G5FAV", true],
    ["one with a letter that none has", "01ARZ3NDEKTSV4RRFFQ69G5FAU", true],
    ["one that is too long", "01ARZ3NDEKTSV4RRFFQ69G5FAVA", true],
    ["a UUID with letters before it", "x6f1c0bd2-93a5-4cf0-8c33-1d2e7a55a0c1", false],
    ["several words", `see ${random}`, false],
    ["12 characters of all kinds", "kQ7!x2Zp#9vL", true],
    ["11 of them", "kQ7!x2Zp#9v", false],
    ["a short word among them", "abc!x2Zp#9vLQ", true],
    ["no sign", "kQ7ax2Zpb9vL", false],
    ["no digit", "kQa!xbZp#cvL", false],
    ["no small letter", "KQ7!X2ZP#9VL", false],
    ["no large letter", "kq7!x2zp#9vl", false],
    ["few different characters", "aB1!aB1!aB1!", false],
    ["eight different ones of sixteen", "aB1!cD2?aB1!cD2?", true],
    ["seven different ones of sixteen", "aB1!cD2?aB1!cD2!", false],
    ["words between signs", "Some!Word2#Else", false],
    ["a list of paths", `${random}:/usr/bin`, false],
    ["a path", `/opt/${random}.d/x`, false],
    ["a path of Windows", `C:\\opt\\${random}`, false],
    ["base64 that begins with a slash", `/${randomText(39, 3)}`, true],
    ["base64 with its end", `${randomText(30, 7)}+/==`, true],
    ["a UUID in letters of both kinds", "6f1C0bD2-93a5-4Cf0-8c33-1D2e7A55a0c1", false],
    ["22 characters of base64", "aB3+dE6/gH9jK2mN5pQ8rS", true],
    ["with its end", "aB3+dE6/gH9jK2mN5pQ8rS==", true],
    ["with more than an end", "aB3+dE6/gH9jK2mN5pQ8rS===", false],
    ["21 characters", "aB3+dE6/gH9jK2mN5pQ8r", false],
    ["no digit in base64", "aBc+dEf/gHijKlmNopQrsT", false],
    ["20 characters of the other", "aB3_dE6_gH9jK2mN5pQ8", true],
    ["with the end of the other", "aB3_dE6_gH9jK2mN5pQ8=", true],
    ["19 characters of the other", "aB3_dE6_gH9jK2mN5pQ", false],
    ["three signs in 24 characters", "aB3_dE6_gH9_jK2mN5pQ8rSt", true],
    ["four signs in 24 characters", "aB3_dE6_gH9_jK2_mN5pQ8rS", false],
    ["short words and two numbers in base64", "Ab1Defg2Hi_jklMnopqR", true],
    ["short words and one number in base64", "Abcd1Efgh_IjkLmnoPqR", false],
    ["18 characters without the signs", "Ab1Def_g2Hi_jklMnopR", true],
    ["four numbers between words", "Some12word34Here56Some78", true],
    ["three numbers between words", "Some12word34Here56Someone", false],
    ["that begin with a dash", "-aB3_dE6gH9jK2mN5pQ8", false],
    ["with many signs", "aB3_dE6_gH9_jK2_mN5_pQ8", false],
    ["a number of words", "SomeWord2Another3Word4", false],
  ])("is random beyond doubt or not: %s", (_, value, expected) => {
    expect(inEnvironment(value)).toBe(expected);
  });
});
