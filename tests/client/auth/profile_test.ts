import { assertEquals, assertThrows } from "@std/assert";
import { inFolder } from "../../helpers/inFolder.ts";
import { connect } from "../../../src/client/connect.ts";
import { credentialsStore } from "../../../src/client/auth/credentialsStore.ts";
import { type Profile, readProfile, writeProfile } from "../../../src/client/auth/profile.ts";

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

Deno.test("a profile is read as it was written, with all or with the least that it may hold", () =>
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

Deno.test("a profile that is not there is told from a file that cannot be read", () =>
  inFolder(async (folder) => {
    const path = `${folder}/credentials.json`;
    await writeProfile(path, "work", PROFILE);
    assertThrows(() => readProfile(path, "wrok", "connect"), TypeError, 'did you mean "work"');
    assertThrows(() => readProfile(`${folder}/none`, "work", "connect"), TypeError, "no profile");
    const error = assertThrows(() => readProfile(folder, "work", "connect"), Error);
    assertEquals(/there is no profile/.test(error.message), false, error.message);
  }));
