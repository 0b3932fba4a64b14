import { assert, assertEquals } from "@std/assert";
import { fromJSON, loadSync } from "@grpc/proto-loader";
import { CALLS, describeMessages, MESSAGES } from "../../../src/cohort/spark/messages.ts";

interface Field {
  name: string;
  number: number;
  label: unknown;
  type: unknown;
  typeName?: string;
  proto3Optional?: boolean;
}
interface Type {
  field?: Field[];
  nestedType?: (Type & { name: string })[];
  enumType?: { name: string; value: { name: string; number: number }[] }[];
}
type Definitions = Record<
  string,
  & { type?: Type }
  & Record<
    string,
    {
      path?: string;
      requestType?: { type: { name: string } };
      responseType?: { type: { name: string } };
      responseStream?: boolean;
    }
  >
>;

Deno.test("messages match the protocol in Spark's own jar", async () => {
  const home = Deno.env.get("LIFEFRAME_SPARK_HOME");
  assert(home !== undefined, "LIFEFRAME_SPARK_HOME is not set: run deno task dev test:spark");
  const jar = Array.from(Deno.readDirSync(`${home}/jars`), ({ name }) => name)
    .find((name) => /^spark-connect_.*\.jar$/.test(name));
  const folder = await Deno.makeTempDir();
  try {
    const unpack = "import sys, zipfile; jar = zipfile.ZipFile(sys.argv[1]); " +
      "jar.extractall(sys.argv[2], [name for name in jar.namelist() if name.endswith('.proto')])";
    const { success } = new Deno.Command("python3", {
      args: ["-c", unpack, `${home}/jars/${jar}`, folder],
    })
      .outputSync();
    assert(success);
    const options = { keepCase: true, includeDirs: [folder] };
    const theirs = loadSync("spark/connect/base.proto", options) as unknown as Definitions;
    const ours = fromJSON(
      describeMessages() as Parameters<typeof fromJSON>[0],
      options,
    ) as unknown as Definitions;
    for (const name of Object.keys(MESSAGES)) {
      compare(name, ours[`spark.connect.${name}`]!.type!, theirs[`spark.connect.${name}`]?.type);
    }
    const service = "spark.connect.SparkConnectService";
    for (const call of Object.keys(CALLS)) {
      const [own, other] = [ours[service]![call]!, theirs[service]![call]!];
      const facts = (
        { path, requestType, responseType, responseStream }: typeof own,
      ) => [path, requestType!.type.name, responseType!.type.name, responseStream];
      assertEquals(facts(own), facts(other), call);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

function compare(path: string, own: Type, other: Type | undefined): void {
  assert(other !== undefined, `Spark has no message ${path}`);
  for (const field of own.field ?? []) {
    const theirs = other.field?.find(({ name }) => name === field.name);
    assert(theirs !== undefined, `${path} has no field ${field.name}`);
    const facts = (
      { number, label, type, typeName }: Field,
    ) => [number, label, type, typeName?.split(".").at(-1)?.replace(/Entry$/, "") ?? ""];
    assertEquals(facts(field), facts(theirs), `${path}.${field.name}`);
  }
  for (const nested of own.nestedType ?? []) {
    if (nested.name.endsWith("Entry")) continue; // an entry of a map, whose values are already compared
    compare(
      `${path}.${nested.name}`,
      nested,
      other.nestedType?.find(({ name }) => name === nested.name),
    );
  }
  for (const { name, value } of own.enumType ?? []) {
    const theirs = other.enumType?.find((one) => one.name === name)?.value ?? [];
    for (const one of value) {
      assertEquals(
        theirs.find((each) => each.name === one.name)?.number,
        one.number,
        `${path}.${name}`,
      );
    }
  }
}
