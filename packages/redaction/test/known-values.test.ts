import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "../src/index.ts";
import { encodings, key, knownSecrets, randomText, secretsAndText } from "./secrets.ts";

describe("a redactor", () => {
  it("gives back what it hid", () => {
    checkProperty(
      fc.property(secretsAndText, fc.boolean(), ([secrets, text], patterns) => {
        const redactor = createRedactor({ key, secrets, patterns });
        expect(redactor.restore(redactor.redact(text))).toBe(text);
      }),
      { numRuns: 400 },
    );
  });

  it("leaves no value and no form of one", () => {
    checkProperty(
      fc.property(secretsAndText, ([secrets, text]) => {
        const hidden = createRedactor({ key, secrets }).redact(text);
        for (const { value } of secrets) {
          const core = value.trim().replace(/_+$/, "");
          if (core.length < 8) continue;
          for (const form of encodings(core)) expect(hidden).not.toContain(form);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("changes nothing a second time", () => {
    checkProperty(
      fc.property(secretsAndText, ([secrets, text]) => {
        const redactor = createRedactor({ key, secrets });
        const hidden = redactor.redact(text);
        expect(redactor.redact(hidden)).toBe(hidden);
      }),
      { numRuns: 400 },
    );
  });

  it("gives different values different placeholders, and one value one", () => {
    checkProperty(
      fc.property(knownSecrets, (secrets) => {
        const redactor = createRedactor({ key, secrets, patterns: false });
        const values = new Set(secrets.map(({ value }) => value.trim()).filter((value) => value.length >= 8));
        const hidden = new Set([...values].map((value) => redactor.redact(value)));
        expect(hidden.size).toBe(values.size);
      }),
    );
  });
});

describe("a placeholder", () => {
  const value = randomText(30, 1);

  it("is plain, says the name, and is the same in every process with the same key", () => {
    const hide = (secrets: { name: string; value: string }[], withKey = key) =>
      createRedactor({ key: withKey, secrets }).redact(`a ${value} b`);
    const hidden = hide([{ name: "GITHUB_TOKEN", value }]);
    expect(hidden).toMatch(/^a __SECRET_GITHUB_TOKEN_[0-9a-f]{10}__ b$/);
    expect(
      hide([
        { name: "X", value: randomText(20, 2) },
        { name: "GITHUB_TOKEN", value },
      ]),
    ).toBe(hidden);
    expect(hide([{ name: "GITHUB_TOKEN", value }], new Uint8Array(32))).not.toBe(hidden);
  });

  it("has the first name of a value that has two", () => {
    const redactor = createRedactor({
      key,
      secrets: [
        { name: "FIRST", value },
        { name: "SECOND", value },
      ],
    });
    redactor.add({ name: "THIRD", value });
    expect(redactor.redact(value)).toMatch(/^__SECRET_FIRST_[0-9a-f]{10}__$/);
  });

  it.each([
    ["npm_config__authToken", "NPM_CONFIG_AUTH_TOKEN"],
    ["a".repeat(100), "A".repeat(24)],
    ["", "VALUE"],
    ["密码", "VALUE"],
  ])("makes a safe word of the name %j", (name, word) => {
    const hidden = createRedactor({ key, secrets: [{ name, value }] }).redact(value);
    expect(hidden.replace(/_[0-9a-f]{10}__$/, "")).toBe(`__SECRET_${word}`);
  });

  it("is not taken apart by a value that is part of its name", () => {
    const secrets = [
      { name: "DEPLOY_PRODUCTION", value },
      { name: "B", value: "DEPLOY_PRODUCTION" },
    ];
    const redactor = createRedactor({ key, secrets });
    const hidden = redactor.redact(value);
    expect(redactor.redact(hidden)).toBe(hidden);
    expect(redactor.restore(redactor.redact(`${hidden} DEPLOY_PRODUCTION`))).toBe(
      `${value} DEPLOY_PRODUCTION`,
    );
  });

  it("that is unknown stays, also right before a known one", () => {
    const redactor = createRedactor({ key, secrets: [{ name: "A", value }] });
    expect(redactor.restore("__SECRET_B_0123456789__")).toBe("__SECRET_B_0123456789__");
    expect(redactor.restore(`__SECRET_A${redactor.redact(value)}`)).toBe(`__SECRET_A${value}`);
  });

  it("is known by its hash, whatever name it was given", () => {
    const seen = createRedactor({ key, secrets: [{ name: "DEPLOY", value }] }).redact(
      `${value} ${btoa(value)}`,
    );
    const other = createRedactor({ key, secrets: [{ name: "GITHUB_TOKEN", value }] });
    expect(seen).toMatch(/^__SECRET_DEPLOY_\w+__ __SECRET_DEPLOY_\w+_B64X0__$/);
    expect(other.restore(seen)).toBe(`${value} ${btoa(value)}`);
  });

  it("says nothing to somebody who has it and not the key", () => {
    const hidden = createRedactor({ key, secrets: [{ name: "PIN", value: "12345678" }] }).redact("12345678");
    const others = Array.from({ length: 50 }, (_, index) => new Uint8Array(32).fill(index + 50)).map(
      (other) =>
        createRedactor({ key: other, secrets: [{ name: "PIN", value: "12345678" }] }).redact("12345678"),
    );
    expect(others).not.toContain(hidden);
  });
});

describe("a value", () => {
  it("that ends in underscores does not run into a placeholder", () => {
    const [first, second] = [randomText(12, 20), randomText(12, 21)];
    const secrets = [
      { name: "A", value: `${first}__` },
      { name: "B", value: second },
    ];
    const redactor = createRedactor({ key, secrets });
    const hidden = redactor.redact(`${first}${second} ${first}__`);
    expect(hidden).toMatch(/^__SECRET_A_\w+?____SECRET_B_\w+__ __SECRET_A_\w+__$/);
    expect(redactor.redact(hidden)).toBe(hidden);
    expect(redactor.restore(hidden)).toBe(`${first}${second} ${first}__`);
  });

  it("that contains another is one secret", () => {
    const [inner, outer] = [randomText(10, 3), `x${randomText(10, 3)}yz`];
    const redactor = createRedactor({
      key,
      secrets: [
        { name: "INNER", value: inner },
        { name: "OUTER", value: outer },
      ],
    });
    expect(redactor.redact(`${outer} ${inner}`)).toMatch(/^__SECRET_OUTER_\w+__ __SECRET_INNER_\w+__$/);
  });

  it("of less than eight characters is left alone", () => {
    expect(createRedactor({ key, secrets: [{ name: "A", value: " 1234567 " }] }).redact("1234567")).toBe(
      "1234567",
    );
  });

  it("is found without the white space around it", () => {
    const value = randomText(12, 4);
    expect(
      createRedactor({ key, secrets: [{ name: "A", value: `${value}\n` }] }).redact(`<${value}>`),
    ).toMatch(/^<__SECRET_A_\w+__>$/);
  });

  it("of several lines is also found line by line, but not its usual first one", () => {
    const lines = [
      "-----BEGIN PRIVATE KEY-----",
      randomText(64, 5),
      randomText(64, 6),
      "-----END PRIVATE KEY-----",
    ];
    const redactor = createRedactor({
      key,
      secrets: [{ name: "SSH", value: lines.join("\n") }],
      patterns: false,
    });
    expect(redactor.redact(lines.join("\n"))).toMatch(/^__SECRET_SSH_\w+__$/);
    const indented = lines.map((line) => `  ${line}\r\n`).join("");
    const hidden = redactor.redact(indented);
    expect(hidden).toMatch(/^ {2}-----BEGIN PRIVATE KEY-----\r\n {2}__SECRET_SSH_LINE_\w+__\r\n/);
    expect(hidden).not.toContain(lines[2]);
    expect(redactor.restore(hidden)).toBe(indented);
  });

  it("in base64 is found whatever stands around it", () => {
    const value = randomText(24, 7);
    const redactor = createRedactor({ key, secrets: [{ name: "A", value }], patterns: false });
    for (const before of ["", "x", "xy", "user:"]) {
      const text = Buffer.from(`${before}${value}${before}`).toString("base64");
      const hidden = redactor.redact(text);
      expect(hidden).toMatch(/__SECRET_A_\w+_B64X\d__/);
      expect(hidden.replace(/__SECRET_\w+__/, "").length).toBeLessThanOrEqual(text.length - 30);
      expect(redactor.restore(hidden)).toBe(text);
    }
  });
});

describe("an edited file", () => {
  it("keeps the secret of the line that was not edited", () => {
    const value = `${randomText(20, 8)}"'$#`;
    const redactor = createRedactor({ key, secrets: [{ name: "TOKEN", value }] });
    const file = `# settings\nTOKEN=${value}\nPORT=3000\n`;
    const seen = redactor.redact(file);
    expect(seen).not.toContain(value);
    const edited = seen.replace("PORT=3000", "PORT=4000");
    expect(redactor.restore(edited)).toBe(file.replace("PORT=3000", "PORT=4000"));
  });

  it("that holds no secret is the very same text", () => {
    const redactor = createRedactor({ key, secrets: [{ name: "TOKEN", value: randomText(20, 9) }] });
    for (const text of ["", "short", "a longer text with nothing in it", "__SECRET_NO_1__ ".repeat(100)]) {
      expect(Object.is(redactor.redact(text), text)).toBe(true);
    }
  });
});

it("a value of seven characters is not known, in no form; one of eight is", () => {
  const value = "q7Zk22x9";
  const hidden = (length: number) => {
    const known = value.slice(0, length);
    const redactor = createRedactor({ key, secrets: [{ name: "OWN", value: known }] });
    return encodings(known).map((form) => redactor.redact(` ${form} `).includes("__SECRET_OWN"));
  };
  expect(hidden(7)).not.toContain(true);
  expect(hidden(8)).not.toContain(false);
});
