import { ConfigError } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { otlpSettings } from "../src/index.ts";

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/" };

describe("the environment", () => {
  it.each([
    ["nothing", {}],
    ["an empty address", { OTEL_EXPORTER_OTLP_ENDPOINT: " " }],
    ["a disabled SDK", { ...endpoint, OTEL_SDK_DISABLED: "true" }],
    [
      "no exporter",
      {
        ...endpoint,
        OTEL_TRACES_EXPORTER: "none",
        OTEL_METRICS_EXPORTER: "none",
        OTEL_LOGS_EXPORTER: "none",
      },
    ],
    ["only a protocol", { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }],
  ])("sends nothing with %s", (_, env) => {
    expect(otlpSettings(env)).toBeUndefined();
  });

  it("sends all signals to the paths below one address, by default as protobuf and without content", () => {
    const target = { protocol: "http/protobuf", headers: {}, timeoutMs: 10_000 };
    expect(otlpSettings(endpoint)).toEqual({
      traces: { ...target, url: "http://collector:4318/v1/traces" },
      metrics: { ...target, url: "http://collector:4318/v1/metrics" },
      logs: { ...target, url: "http://collector:4318/v1/logs" },
      metricIntervalMs: 60_000,
      serviceName: "skein",
      resource: {},
      content: false,
    });
  });

  it("has own values for one signal, which win", () => {
    const settings = otlpSettings({
      ...endpoint,
      OTEL_METRICS_EXPORTER: "none",
      OTEL_LOGS_EXPORTER: "none",
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.test/in",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_HEADERS: "a=1, b=two%20words",
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "b=3=4",
      OTEL_EXPORTER_OTLP_TIMEOUT: "500",
      OTEL_METRIC_EXPORT_INTERVAL: "5000",
      OTEL_SERVICE_NAME: "shop",
      OTEL_RESOURCE_ATTRIBUTES: "service.name=other,team=blue",
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "True",
    });
    expect(settings).toEqual({
      traces: {
        url: "https://traces.test/in",
        protocol: "http/json",
        headers: { a: "1", b: "3=4" },
        timeoutMs: 500,
      },
      metricIntervalMs: 5000,
      serviceName: "shop",
      resource: { team: "blue" },
      content: true,
    });
  });

  it.each([
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http"],
    ["OTEL_EXPORTER_OTLP_TIMEOUT", "soon"],
    ["OTEL_EXPORTER_OTLP_TIMEOUT", "-1"],
    ["OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "collector:4318"],
    ["OTEL_TRACES_EXPORTER", "zipkin"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "s3cret-value"],
    ["OTEL_RESOURCE_ATTRIBUTES", "team"],
  ])("is refused with %s=%s, which it names", (name, value) => {
    const read = () => otlpSettings({ ...endpoint, [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(name);
  });

  it("is refused without the value of a header, which may be a key", () => {
    expect(() => otlpSettings({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: "s3cret" })).toThrow(
      /^(?!.*s3cret).*without "="/,
    );
  });
});
