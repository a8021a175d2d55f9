import { expect } from 'chai';
import { PASSWORD, withPassword } from '../../support/accounts.ts';
import { backends } from '../../support/backends.ts';
import { openContext } from '../../support/browser.ts';
import { World } from '../../support/world.ts';
import { totpCode } from '../../support/totp-code.ts';

const OTHER = 'another long pass phrase';
const PHONE = { width: 360, height: 740 };

describe('the account page in a browser', () => {
  it('[A70][A92] changes the password with tokens revoked, and turns codes off, by keyboard at the width of a phone', async function () {
    const world = await World.create(await backends[0]!.instance());
    const person = await withPassword(world);
    const context = await openContext(this, { viewport: PHONE });
    try {
      const page = await context.newPage();
      const { url } = world.instance;
      const isWide = () => page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
      await page.goto(`${url}/sign-in?to=/account`);
      await page.getByLabel('E-mail address').fill(person.email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${url}/account`);
      expect(await isWide(), 'scrolls sideways').to.equal(false);
      const box = (await page.locator('#revoke-tokens').boundingBox())!;
      const label = (await page.locator('label[for="revoke-tokens"]').boundingBox())!;
      expect(label.y, 'the label stands beside its box').to.be.lessThan(box.y + box.height);

      await page.getByLabel('Current password').focus();
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Tab');
      await page.keyboard.type(OTHER);
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.id')).to.equal('revoke-tokens');
      await page.keyboard.press('Space');
      expect(await page.getByLabel('Revoke all API tokens').isChecked()).to.equal(true);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForLoadState();
      await page.getByText('You have none.').waitFor();
      expect((await person.api.get('/v1/user')).status).to.equal(401);

      await page.getByLabel('Your password').fill(OTHER);
      await page.keyboard.press('Enter');
      const secret = (await page.locator('dd code').first().textContent())!;
      await page.getByLabel('Code').fill(totpCode(secret, Math.floor(Date.now() / 30_000) - 1));
      await page.keyboard.press('Enter');
      await page.getByText('Keep these recovery codes').waitFor();
      expect(await isWide(), 'scrolls sideways').to.equal(false);
      const recovery = (await page.locator('main li code').first().textContent())!;

      await page.getByLabel('Your password').focus();
      await page.keyboard.type(OTHER);
      await page.keyboard.press('Tab');
      await page.keyboard.type('000000');
      await page.keyboard.press('Enter');
      const alert = page.getByRole('alert');
      await alert.waitFor();
      expect(await alert.textContent()).to.match(/code/i);
      await page.getByLabel('Your password').fill(OTHER);
      await page.getByLabel('Code, or a recovery code').fill(recovery);
      await page.keyboard.press('Enter');
      await page.getByText('Turn codes on').waitFor();
      if (process.env['SCREENSHOTS'] !== undefined)
        await page.screenshot({ path: process.env['SCREENSHOTS'], fullPage: true });
    } finally {
      await context.close();
    }
  });
});
