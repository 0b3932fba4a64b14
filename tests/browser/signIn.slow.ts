import { assert, assertEquals } from "@std/assert";
import { chromium as browserType } from "../../tools/packages/playwright.ts";
import { server } from "../contract/signIn.ts";
import { DRIVEN } from "./chromium.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";

testWithProgram(
  "chromium",
  "a person types the code in a browser, chooses a user and approves",
  async (executablePath) => {
    await using here = await server();
    const second = crypto.randomUUID();
    await here.service.issueToken(second);
    const asked = await here.ask();
    const browser = await browserType.launch({ executablePath, args: DRIVEN });
    try {
      const page = await browser.newPage();
      const refused: string[] = [];
      page.on("console", (message) => refused.push(message.text()));
      await page.goto(`${asked.verification_uri}?owner_code=${here.service.ownerCode()}`);
      await page.fill("input[name=user_code]", asked.user_code.toLowerCase().replace("-", " "));
      await page.click("button");
      assertEquals(await page.textContent(".code"), asked.user_code);
      await page.check(`input[value="${second}"]`);
      await page.click("button[value=approve]");
      assertEquals(await page.textContent("h1"), "Approved");
      const { body } = await here.poll(asked.device_code);
      assertEquals(await here.whoIs(body.access_token), second);
      await page.reload();
      assert(!(await page.textContent("h1"))!.includes("Approved"), "a form counted twice");
      assertEquals(refused.filter((text) => text.includes("Content Security Policy")), []);
    } finally {
      await browser.close();
    }
  },
);

testWithProgram("chromium", "a page of elsewhere cannot send the form", async (executablePath) => {
  await using here = await server();
  const asked = await here.ask();
  const browser = await browserType.launch({ executablePath, args: DRIVEN });
  try {
    const page = await browser.newPage();
    await page.setContent(
      `<form method="post" action="${here.url}/oauth/device"><input name="user_code"
      value="${asked.user_code}"><input name="decision" value="approve"><input name="userid"
      value="${here.userid}"><button>Win a prize</button></form>`,
    );
    await page.click("button");
    await page.waitForURL(`${here.url}/oauth/device`);
    assertEquals(await page.textContent("h1"), "Nothing was changed");
    assertEquals((await here.poll(asked.device_code)).body.error, "authorization_pending");
  } finally {
    await browser.close();
  }
});
