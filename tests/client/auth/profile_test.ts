import { assertEquals, assertThrows } from "@std/assert";
import { inFolder } from "../../helpers/inFolder.ts";
import { connect } from "../../../src/client/connect.ts";
import { credentialsStore } from "../../../src/client/auth/credentialsStore.ts";
import {
  checkProfile,
  checkProfileName,
  type Profile,
  readProfile,
  writeProfile,
} from "../../../src/client/auth/profile.ts";

const PROFILE: Profile = {
  baseUrl: "https://host.example",
  authUrl: "https://auth.example",
  clientId: "notebook",
  audience: "data",
  scope: "openid",
  userClaim: "sub",
  names: { svc: "acme" },
  tz: "Europe/Berlin",
};

Deno.test("a profile is read as it was written, with all or only the required fields", () =>
  inFolder(async (folder) => {
    const path = `${folder}/credentials.json`;
    const least = { baseUrl: "https://b.example", authUrl: "https://b.example", clientId: "b" };
    await writeProfile(path, "work", PROFILE);
    await writeProfile(path, "least", least);
    assertEquals({ ...readProfile(path, "work", "connect") }, PROFILE);
    const read = Object.entries(readProfile(path, "least", "connect"));
    assertEquals(Object.fromEntries(read.filter(([, value]) => value !== undefined)), least);
    const client = connect({ profile: "work", credentials: credentialsStore({ path }) });
    assertEquals([client.baseUrl, client.tz], ["https://host.example", "Europe/Berlin"]);
  }));

Deno.test("a missing profile is distinguished from an unreadable file", () =>
  inFolder(async (folder) => {
    const path = `${folder}/credentials.json`;
    await writeProfile(path, "work", PROFILE);
    assertThrows(() => readProfile(path, "wrok", "connect"), TypeError, 'did you mean "work"');
    assertThrows(() => readProfile(`${folder}/none`, "work", "connect"), TypeError, "no profile");
    const error = assertThrows(() => readProfile(folder, "work", "connect"), Error);
    assertEquals(/there is no profile/.test(error.message), false, error.message);
  }));

Deno.test("a profile has valid words, zone and claim", () => {
  assertEquals(checkProfile(PROFILE, "sign in"), PROFILE);
  const wrong: [Partial<Profile>, string][] = [
    [{ names: { svc: "A b" } }, "Cannot use names: svc is"],
    [{ names: { nothing: "a" } as object }, 'unknown word "nothing"'],
    [{ tz: "Berlin" }, "not an IANA time zone"],
    [{ userClaim: "" }, "Cannot sign in: the name of the claim is empty"],
  ];
  for (const [part, message] of wrong) {
    assertThrows(() => checkProfile({ ...PROFILE, ...part }, "sign in"), Error, message);
  }
});

Deno.test("the name of a profile starts with a letter or digit, and has at most 64 characters", () => {
  for (const name of ["a", "7", "a.b-c_D", "a".repeat(64)]) {
    assertEquals(checkProfileName(name, "sign in"), name);
  }
  for (const name of ["", ".a", "-a", "a b", "a/b", "a".repeat(65), 7, null, undefined]) {
    assertThrows(() => checkProfileName(name, "sign in"), TypeError, "Cannot sign in: profile ");
  }
});
